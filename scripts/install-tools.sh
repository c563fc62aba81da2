#!/bin/sh
# Brings what checks and tests need beyond `npm ci`, unless it is there.
test -d node_modules/vitest ||
  npm install --include=dev --no-save --no-audit --no-fund --loglevel=error || exit 1
# npm 10, which comes with Node 20 and 22, removes the link to our Node together with those of the platforms it leaves out.
if [ ! -e node_modules/.bin/node ]; then
  for node in node_modules/node-*/bin/node; do
    if [ -x "$node" ]; then ln -s "../../$node" node_modules/.bin/node; fi
  done
fi

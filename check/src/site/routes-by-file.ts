import { fileNameOf, folderOf, withoutExtension } from './paths.ts';
import type { Site } from './site.ts';

const known = new WeakMap<Site, ReadonlyMap<string, string>>();

/** Addresses that the names of files would give to pages which have others (`id: config` in `conf.md`), and these. */
export function routesByFile(site: Site): ReadonlyMap<string, string> {
  const found = known.get(site) ?? collect(site);
  known.set(site, found);
  return found;
}

function collect({ routeOf, routes }: Site): ReadonlyMap<string, string> {
  const byFile = new Map<string, string>();
  for (const [path, route] of routeOf) {
    const name = withoutExtension(fileNameOf(path));
    const at = `${folderOf(route)}/${name}`;
    if (!/^(?:index|readme)$/iu.test(name) && !routes.has(at)) byFile.set(at, route);
  }
  return byFile;
}

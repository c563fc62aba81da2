import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes `<folder>/bin/git`, which runs the real git and signals the server whose process started it before, during or after
 * the armed command. `during` leaves a git that works on while its server is dead, as happens in life; a server that was
 * stopped has a git that waits for `<folder>/go`.
 */
export function makeCrashingGit(folder: string): void {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  mkdirSync(join(folder, 'bin'));
  const file = join(folder, 'bin', 'git');
  writeFileSync(file, script(folder, real));
  chmodSync(file, 0o755);
}

const script = (folder: string, real: string): string => `#!/bin/sh
folder='${folder}'
command=
for argument; do
  case $argument in -* | *=*) ;; *) command=$argument; break ;; esac
done
point() {
  [ -f "$folder/armed" ] || return 0
  read -r of number signal wanted when _ < "$folder/armed"
  echo "git $command $1" >> "$folder/log"
  [ "$of $wanted $when" = "git $command $1" ] || return 0
  [ "$(grep -cx "git $command $1" "$folder/log")" = "$number" ] || return 0
  # Whoever else may have become the parent of an orphan is none of ours.
  server=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$PPID/status")
  grep -q crashing-server "/proc/$server/cmdline" || return 0
  rm "$folder/armed"
  kill -s "$signal" "$server"
  if [ "$signal" = STOP ]; then
    # Whole at once, for whoever reads it as soon as it is there.
    echo "$server" > "$folder/stopped.part" && mv "$folder/stopped.part" "$folder/stopped"
    until [ -e "$folder/go" ]; do sleep 0.05; done
  elif [ "$1" = before ]; then
    exit 1
  fi
}
point before
point during
'${real}' "$@"
code=$?
point after
exit $code
`;

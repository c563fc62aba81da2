import { execFile } from 'node:child_process';
import { duration } from '../../src/kernel/clock.ts';
import type { FormerPath } from './docs-check.ts';
import { isNamable } from './folder-tree.ts';

/** Of what git says the newest comes first: what takes it longer, or is more, is left out. */
const longest = 5 * duration.second;
const mostBytes = 8 * 1024 * 1024;
const beforeCommit = '\u0001';

/**
 * Files below a folder that commits up to `last` took away or moved, told by names and the ids of blobs alone, so that a clone
 * without blobs does as well. None where there is no repository, no git, or no history.
 */
export function readFormerPaths(folder: string, last = 'HEAD'): Promise<readonly FormerPath[]> {
  const safe = ['log.showSignature=false', 'log.follow=false', 'core.fsmonitor=false'].flatMap((one) => ['-c', one]);
  const asked = ['--first-parent', '--diff-merges=first-parent', '-M100%', '--diff-filter=DR', '--name-status', '-z'];
  const form = ['--relative', '--no-color', '--no-notes', `--format=${beforeCommit}%h %cs`];
  // What is not there is not fetched.
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };
  return new Promise((resolve) => {
    execFile(
      'git',
      [...safe, '-C', folder, 'log', ...asked, ...form, '--end-of-options', last, '--', '.'],
      { encoding: 'utf8', env, timeout: longest, killSignal: 'SIGKILL', maxBuffer: mostBytes },
      (_, said) => {
        resolve(pathsIn(said));
      },
    );
  });
}

function pathsIn(said: string): FormerPath[] {
  // The last word is empty, or cut off.
  const words = said.split('\0').slice(0, -1);
  const found: FormerPath[] = [];
  let by: FormerPath['by'];
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? '').trimStart();
    if (word.startsWith(beforeCommit)) {
      const [commit = '', day = ''] = word.slice(beforeCommit.length).split(' ');
      by = { commit, day };
      continue;
    }
    const path = words[(at += 1)];
    const movedTo = word.startsWith('R') ? words[(at += 1)] : undefined;
    if (path === undefined || by === undefined || !isNamable(path)) continue;
    found.push({ path, by, ...(movedTo === undefined ? {} : { movedTo }) });
  }
  return found;
}

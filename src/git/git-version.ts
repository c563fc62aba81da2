import { GitMissing } from './errors.ts';
import { runGit } from './run-git.ts';

/** Throws `GitMissing` unless the machine has git 2.38 or newer (the first with `merge-tree --write-tree`). */
export async function requireGit(): Promise<string> {
  const { stdout } = await runGit(['version'], { gitDirectory: '/' });
  const text = stdout.toString('utf8').trim();
  const [, major, minor] = /\b(\d{1,4})\.(\d{1,4})/.exec(text) ?? [];
  const version = Number(major) * 1_000 + Number(minor);
  if (!(version >= 2_038)) throw new GitMissing(text);
  return text;
}

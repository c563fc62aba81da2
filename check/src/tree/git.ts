import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DocsTree, FormerPath, HostedRepository } from '../finding.ts';
import { GitRefUnknown } from '../errors.ts';
import { isNamable } from './folder.ts';

const run = promisify(execFile);
/** Of what git says of the history the newest comes first: what takes it longer, or is more, is left out. */
const longestMilliseconds = 5_000;
const mostBytes = 8 * 1024 * 1024;

export interface GitBase {
  readonly tree: DocsTree;
  /** Paths that differ between the commit and the folder as it stands, new files included. */
  readonly changed: readonly string[];
}

/** An entry of `ls-tree -z`. What has the mode of a submodule is a commit of another repository, and no blob. */
const entry = /^(?!160000 )\d+ blob [\da-f]+\t(.+)$/su;

/** The folder as it was at a commit: where the history of HEAD and of `ref` parted. Throws GitRefUnknown. */
export async function createGitBase(folder: string, ref: string): Promise<GitBase> {
  const git = async (...args: readonly string[]): Promise<Buffer> => {
    const { stdout } = await run('git', ['-C', folder, ...args], { encoding: 'buffer', maxBuffer: 1 << 30 });
    return stdout;
  };
  const words = async (...args: readonly string[]): Promise<string[]> =>
    (await git(...args))
      .toString()
      .split('\0')
      .filter((path) => path !== '' && isNamable(path));
  const commit = await findCommit(git, ref);
  const paths = (await words('ls-tree', '-r', '-z', commit, '.')).flatMap((line) => entry.exec(line)?.[1] ?? []);
  const known = new Set(paths);
  const differs = ['diff', '--no-renames', '--relative', '--ignore-submodules', '--name-only', '-z'];
  const changed = await words(...differs, commit, '--', '.');
  const added = await words('ls-files', '--others', '--exclude-standard', '-z');
  return {
    tree: {
      list: () => Promise.resolve(paths),
      read: async (path) => (known.has(path) ? git('cat-file', 'blob', `${commit}:./${path}`) : undefined),
    },
    changed: [...new Set([...changed, ...added])],
  };
}

async function findCommit(git: (...args: readonly string[]) => Promise<Buffer>, ref: string): Promise<string> {
  if (ref.startsWith('-')) throw new GitRefUnknown(ref);
  try {
    return (await git('merge-base', 'HEAD', ref)).toString().trim();
  } catch {
    // No common history (a shallow clone), or no such ref.
  }
  try {
    return (await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)).toString().trim();
  } catch (error) {
    throw new GitRefUnknown(ref, error);
  }
}

/** What git says of a folder, as far as it got; undefined where it said nothing. What a partial clone lacks is not fetched. */
async function ask(folder: string, ...question: readonly string[]): Promise<string | undefined> {
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' };
  const limits = { timeout: longestMilliseconds, killSignal: 'SIGKILL', maxBuffer: mostBytes } as const;
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, ...question], { encoding: 'utf8', env, ...limits }, (error, said) => {
      resolve(error === null || said !== '' ? said : undefined);
    });
  });
}

const beforeCommit = '\u0001';

/**
 * Files below a folder that commits up to `last` removed or moved, told by names and the ids of blobs alone. None where there is no
 * repository, no git, or no history.
 */
export async function readFormerPaths(folder: string, last = 'HEAD'): Promise<readonly FormerPath[]> {
  const safe = ['log.showSignature=false', 'log.follow=false', 'core.fsmonitor=false'].flatMap((one) => ['-c', one]);
  const asked = ['--first-parent', '--diff-merges=first-parent', '-M100%', '--diff-filter=DR', '--name-status', '-z'];
  const form = ['--relative', '--no-color', '--no-notes', `--format=${beforeCommit}%h %cs`];
  const said = await ask(folder, ...safe, 'log', ...asked, ...form, '--end-of-options', last, '--', '.');
  // The last word is empty, or cut off.
  const words = (said ?? '').split('\0').slice(0, -1);
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

/**
 * The repository that a folder is the whole of, by the remote that it was cloned from, and the branch that is checked out. Undefined
 * for a folder inside of one, and where there is no repository, no git, or no remote on a code host.
 */
export async function readRepository(folder: string): Promise<HostedRepository | undefined> {
  const answer = async (...question: readonly string[]): Promise<string | undefined> =>
    (await ask(folder, ...question))?.trim();
  if ((await answer('rev-parse', '--show-prefix')) !== '') return undefined;
  const repository = repositoryAt((await answer('config', '--local', '--get', 'remote.origin.url')) ?? '');
  if (repository === undefined) return undefined;
  const branch = await answer('symbolic-ref', '--quiet', '--short', 'HEAD');
  return { url: `https://${repository}`, ...(branch !== undefined && { branch }) };
}

/** As `git@github.com:acme/tool.git`, which git takes in place of a URL. */
const asOfSsh = /^[\w.-]{1,100}@([\w.-]{1,253}):(?!\/\/)(.{1,500})$/u;

/**
 * Where a repository lies on its code host, in lower case and without credentials, as `github.com/acme/tool`. Undefined for one that
 * lies on no host.
 */
export function repositoryAt(address: string): string | undefined {
  const [, host, path] = asOfSsh.exec(address) ?? [];
  const url = host === undefined ? address : `ssh://${host}/${path ?? ''}`;
  if (!/^(?:https?|ssh|git):/iu.test(url) || !URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  const names = pathname.split('/').filter(Boolean);
  if (hostname === '' || names.length < 2) return undefined;
  return [hostname, ...names]
    .join('/')
    .toLowerCase()
    .replace(/^www\.|\.git$/gu, '');
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { duration } from '../../src/kernel/clock.ts';
import type { RevisionNames } from './docs-check.ts';
import { foldersAbove } from './site/paths.ts';

const run = promisify(execFile);

const longest = 5 * duration.second;
const mostBytes = 8 * 1024 * 1024;
/** Names that a branch or tag consists of: `release/v1/docs`. */
const mostNames = 3;
const kinds = ['refs/tags/', 'refs/remotes/origin/', 'refs/heads/'];
/** What git fetches into a clone of everything: `+refs/heads/*:refs/remotes/origin/*`, or `+refs/*:refs/*` into a mirror. */
const ofAllBranches = /^\+?refs\/(?:heads\/)?\*:/mu;
const commit = /^[\da-f]{7,40}$/u;
/** A symbolic link or another repository: what is below is not told. */
const ofElsewhere = /^1[26]0000 /u;

interface Reading {
  readonly asked: string;
  readonly revision: string;
  readonly path: string;
}

/**
 * What the branches and tags of a clone are called. Undefined where it may lack some: it is shallow, or made of a few branches alone, as
 * by `git clone --single-branch`. Of one that leaves out tags there are none.
 */
export async function readRevisionNames(folder: string): Promise<RevisionNames | undefined> {
  const git = gitIn(folder);
  if ((await git('rev-parse', '--is-shallow-repository'))?.trim() !== 'false') return undefined;
  const fetched = await git('config', '--local', '--get-all', 'remote.origin.fetch');
  if (fetched !== undefined && !ofAllBranches.test(fetched)) return undefined;
  const refs = (await git('for-each-ref', '--format=%(refname)', ...kinds))?.split('\n');
  if (refs === undefined) return undefined;
  const namesIn = (kind: string): string[] =>
    refs.flatMap((ref) => (ref.startsWith(kind) ? [ref.slice(kind.length)] : []));
  const [ofTags = '', ...ofBranches] = kinds;
  return { branches: ofBranches.flatMap(namesIn), tags: namesIn(ofTags) };
}

/**
 * Which of these are not there, written as behind `blob/` on a code host: `v1.2/src/a.go`. Told by the tree of the branch, tag or
 * commit alone, so that a clone without blobs does as well; nothing of one that the clone does not have.
 */
export async function readMissingAt(folder: string, asked: readonly string[]): Promise<readonly string[]> {
  const git = gitIn(folder);
  const refs = new Set((await git('for-each-ref', '--format=%(refname)', ...kinds))?.split('\n') ?? []);
  const readings = new Set(asked)
    .values()
    .flatMap((one) => readingsOf(one, refs))
    .toArray();
  const there = new Set<string>();
  const missing = new Set<string>();
  for (const [revision, named] of Map.groupBy(readings, (one) => one.revision)) {
    const paths = new Set(named.flatMap(({ path }) => [path, ...foldersAbove(path).filter(Boolean)]));
    const listed = await git('ls-tree', '-z', '-t', '--full-tree', revision, '--', ...paths);
    const modes = listed === undefined ? undefined : modesIn(listed);
    for (const { asked: one, path } of named) (isMissing(modes, path) ? missing : there).add(one);
  }
  return [...missing.difference(there)];
}

type Git = (...args: readonly string[]) => Promise<string | undefined>;

/** Undefined where git says that something failed, and once its time is up. */
function gitIn(folder: string): Git {
  const signal = AbortSignal.timeout(longest);
  // What is not there is not fetched.
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_LITERAL_PATHSPECS: '1' };
  return async (...args) => {
    try {
      const { stdout } = await run('git', ['-c', 'core.fsmonitor=false', '-C', folder, ...args], {
        encoding: 'utf8',
        env,
        signal,
        killSignal: 'SIGKILL',
        maxBuffer: mostBytes,
      });
      return stdout;
    } catch {
      return undefined;
    }
  };
}

/** What stands before the path in one place after the other, where it is the name of something. */
function readingsOf(asked: string, refs: ReadonlySet<string>): Reading[] {
  const names = asked.split('/');
  return names.slice(0, Math.min(mostNames, names.length - 1)).flatMap((first, index) => {
    const name = names.slice(0, index + 1).join('/');
    const path = names.slice(index + 1).join('/');
    const revisions = kinds.map((kind) => kind + name).filter((ref) => refs.has(ref));
    if (index === 0 && commit.test(first)) revisions.push(first);
    return revisions.map((revision) => ({ asked, revision, path }));
  });
}

function modesIn(listed: string): ReadonlyMap<string, string> {
  return new Map(
    listed.split('\0').map((entry) => {
      const [mode = '', path = ''] = entry.split('\t', 2);
      return [path, mode];
    }),
  );
}

function isMissing(modes: ReadonlyMap<string, string> | undefined, path: string): boolean {
  if (modes === undefined || modes.has(path)) return false;
  return !foldersAbove(path).some((folder) => ofElsewhere.test(modes.get(folder) ?? ''));
}

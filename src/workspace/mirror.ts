import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitFailed } from '../git/errors.ts';
import { runGit } from '../git/run-git.ts';
import { GitBranchNotFound } from './errors.ts';
import { takeFileLock } from './file-lock.ts';
import type { ObjectReader } from './object-reader.ts';
import { readRemoteFailure } from './remote-failure.ts';
import type { RemoteBranches, WorkspaceRequest } from './workspace.ts';

/**
 * Highest precedence of all attributes: whatever `.gitattributes` of a repository ask for, a working copy holds the
 * bytes of the blobs (no line-ending, keyword or encoding conversion, no filter program such as LFS), and what is
 * added goes in byte for byte. An archive of a tree holds all of it, unchanged.
 */
const attributes = '* -text !eol !crlf !ident !filter !working-tree-encoding -export-ignore -export-subst\n';

interface Branches {
  readonly base: string;
  readonly head: string;
  /** Where the remote keeps the head, if not on that branch. */
  readonly headRef?: string | undefined;
}

/** What the mirror knows of the two branches that a job works with, as of the last fetch. */
interface BranchTips {
  readonly baseSha: string;
  readonly headSha: string | undefined;
}

export interface Mirror {
  /** A bare repository; also the object store of every working copy made from it. */
  readonly directory: string;
  readonly reader: ObjectReader;
  /** The tips that the remote has, where they are those of the last fetch; undefined where it is to be asked. */
  findTips(branches: Branches, remoteBranches: RemoteBranches | undefined): Promise<BranchTips | undefined>;
  /** Fetches both branches under a lock that holds between processes. */
  fetch(branches: Branches, remote: Remote, signal: AbortSignal): Promise<BranchTips>;
}

type Remote = WorkspaceRequest['remote'];

const fetchTimeoutSeconds = 15 * 60;
const refTroubles = [
  /cannot lock ref/i,
  /Unable to create '[^']*\.lock'/i,
  /unable to update local ref/i,
  /exists; cannot create/i,
];

const isRefTrouble = (error: unknown): boolean =>
  error instanceof GitFailed && refTroubles.some((trouble) => trouble.test(error.stderr));

function mirrorDirectory(mirrorsDirectory: string, url: string): string {
  return join(mirrorsDirectory, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.git`);
}

/** Opens the mirror of a URL, making it when there is none yet. */
export async function openMirror(
  mirrorsDirectory: string,
  url: string,
  readerOf: (directory: string) => ObjectReader,
): Promise<Mirror> {
  const directory = mirrorDirectory(mirrorsDirectory, url);
  if (!existsSync(directory)) await createMirror(directory);
  else await writeAttributes(directory);
  const reader = readerOf(directory);
  return {
    directory,
    reader,
    findTips: async (branches, remote) => {
      if (remote?.baseSha === undefined || branches.headRef !== undefined) return undefined;
      const known = await readTips(reader, branches);
      const isHeadKnown = remote.headSha === undefined || remote.headSha === known.headSha;
      return remote.baseSha === known.baseSha && isHeadKnown
        ? { baseSha: remote.baseSha, headSha: remote.headSha }
        : undefined;
    },
    fetch: (branches, remote, signal) => fetchBranches({ directory, reader }, branches, remote, signal),
  };
}

/** Complete before it has its name, so that a killed process leaves no half-made mirror. */
async function createMirror(directory: string): Promise<void> {
  const draft = `${directory}.${randomUUID()}`;
  await runGit(['init', '--quiet', '--bare', '--template=', draft], { gitDirectory: draft });
  await writeAttributes(draft);
  try {
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Also in mirrors that an earlier version made; whole at every moment, because other processes read it. */
async function writeAttributes(directory: string): Promise<void> {
  const file = join(directory, 'info', 'attributes');
  if ((await readFile(file, 'utf8').catch(() => '')) === attributes) return;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, attributes);
  await rename(draft, file);
}

async function fetchBranches(
  { directory, reader }: Pick<Mirror, 'directory' | 'reader'>,
  branches: Branches,
  remote: Remote,
  signal: AbortSignal,
): Promise<BranchTips> {
  const lock = await takeFileLock(`${directory}.lock`, signal);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await fetchOnce(directory, branches, remote, signal);
        break;
      } catch (error) {
        if (attempt === 4 || !isRefTrouble(error)) throw error;
        // A killed server can leave a git that still writes, or a lock file; and a branch `a` may have made way for
        // `a/b`. The refs are only a cache: wait for the writer, then forget them.
        await sleep(250 * attempt, undefined, { signal });
        if (attempt > 1) await forgetRemoteRefs(directory);
      }
    }
    const { baseSha, headSha } = await readTips(reader, branches);
    if (baseSha === undefined) throw new GitBranchNotFound(branches.base);
    return { baseSha, headSha };
  } finally {
    lock.release();
  }
}

async function readTips(
  reader: ObjectReader,
  { base, head }: Branches,
): Promise<{ baseSha: string | undefined; headSha: string | undefined }> {
  const [baseSha, headSha] = await Promise.all(
    [base, head].map((branch) => reader.resolve(`refs/remotes/origin/${branch}`)),
  );
  return { baseSha, headSha };
}

async function fetchOnce(directory: string, branches: Branches, remote: Remote, signal: AbortSignal): Promise<void> {
  const track = (branch: string, ref = `refs/heads/${branch}`): string => `+${ref}:refs/remotes/origin/${branch}`;
  const { base, head, headRef } = branches;
  try {
    await runGit(
      // The head branch is asked for as a pattern, because a pattern may match nothing: it need not exist yet.
      [
        'fetch',
        ...['--quiet', '--no-tags', '--prune', '--no-write-fetch-head', '--no-auto-maintenance', '--update-shallow'],
        ...['--', remote.url, track(base), track(`${head}*`, headRef && `${headRef}*`)],
      ],
      { gitDirectory: directory, access: remote, signal, timeoutSeconds: fetchTimeoutSeconds },
    );
  } catch (error) {
    if (error instanceof GitFailed && /couldn't find remote ref/i.test(error.stderr)) {
      throw new GitBranchNotFound(branches.base);
    }
    throw readRemoteFailure(error, remote.url);
  }
}

async function forgetRemoteRefs(directory: string): Promise<void> {
  await rm(join(directory, 'packed-refs.lock'), { force: true });
  const remotes = join(directory, 'refs', 'remotes');
  const leftoverRefs = existsSync(remotes) ? await readdir(remotes, { recursive: true }) : [];
  for (const name of leftoverRefs) if (name.endsWith('.lock')) await rm(join(remotes, name), { force: true });
  const refs = await runGit(['for-each-ref', '--format=delete %(refname)', 'refs/remotes/origin'], {
    gitDirectory: directory,
  });
  await runGit(['update-ref', '--stdin'], { gitDirectory: directory, input: refs.stdout });
}

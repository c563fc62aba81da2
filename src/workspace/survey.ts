import { lstatSync, readdirSync, writeFileSync, type Dirent } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { runGit } from '../git/run-git.ts';
import { writeObject } from '../git/write-object.ts';
import { submodule, symbolicLink, textOf, writeFolder, type File, type Folder } from './folder.ts';

/** Files that are looked at before other work gets its turn: 1 to 2 ms. */
const filesInTurn = 400;
/** Git reads a larger file in pieces, bytes. */
const largestRead = 32 * 1024 * 1024;

/** Looks at files of one tree on disk. */
export interface Survey {
  list(folder: string): Dirent[];
  /** What a file looks like now; undefined where a later change may look the same. */
  stampOf(path: string): Promise<string | undefined>;
}

/**
 * `clock` is a file beside the tree, on the same disk. A change in the same tick of the disk's clock as the look would leave no
 * mark, so a file whose own tick is not over has no stamp, as in git's index (racy-git).
 */
export function beginSurvey(clock: string): Survey {
  writeFileSync(clock, '');
  const { ctimeMs: begun } = lstatSync(clock);
  let looked = 0;
  return {
    // The names of a folder, too, may be no UTF-8.
    list: (folder) => readdirSync(diskPath(folder), { withFileTypes: true, encoding: 'latin1' }),
    async stampOf(path) {
      looked += 1;
      if (looked % filesInTurn === 0) await setImmediate();
      const { ino, size, ctimeMs } = lstatSync(diskPath(path));
      return ctimeMs < begun ? `${ino} ${size} ${ctimeMs}` : undefined;
    },
  };
}

/** A path whose bytes are given as Latin-1, for Node. */
export function diskPath(path: string): string | Buffer {
  return /[\u0080-\u00ff]/.test(path) ? Buffer.from(path, 'latin1') : path;
}

/** A tree as it stands on disk, stored as git objects. */
export interface StoredTree {
  readonly folder: Folder;
  /** Paths that git would take for repositories of their own; they are not in `folder`. */
  readonly repositories: readonly string[];
}

/**
 * Stores what differs on disk from `known`. Like git without `core.fileMode` and `core.symlinks`: a file that was there keeps its
 * mode, and a new one is an ordinary file. Ignored files are stored too.
 */
export async function storeTree(
  gitDirectory: string,
  { root, clock }: { root: string; clock: string },
  known: Folder,
): Promise<StoredTree> {
  const survey = beginSurvey(clock);
  const repositories: string[] = [];

  const storeFile = async (path: string, entry: Dirent, before: Folder | File | undefined): Promise<File> => {
    const stamp = await survey.stampOf(path);
    const former = before?.kind === 'file' && before.mode !== submodule ? before : undefined;
    if (stamp !== undefined && former?.stamp === stamp) return former;
    const sha = await storeContent(gitDirectory, path, entry);
    const mode = entry.isSymbolicLink() ? symbolicLink : (former?.mode ?? '100644');
    return { kind: 'file', mode, sha, stamp };
  };
  const storeFolder = async (path: string, before: Folder | undefined): Promise<Folder | undefined> => {
    const entries = new Map<string, Folder | File>();
    for (const entry of survey.list(path)) {
      const { name } = entry;
      const place = `${path}/${name}`;
      const former = before?.entries.get(name);
      if (isRepositoryName(name)) {
        // What an outside agent leaves at the root is its own affair, as for git.
        if (path !== root || name !== '.git') repositories.push(textOf(place.slice(root.length + 1)));
      } else if (entry.isDirectory()) {
        const inside =
          former?.kind === 'file' && former.mode === submodule
            ? former
            : await storeFolder(place, former?.kind === 'folder' ? former : undefined);
        if (inside !== undefined) entries.set(name, inside);
      } else if (entry.isFile() || entry.isSymbolicLink()) entries.set(name, await storeFile(place, entry, former));
    }
    if (before !== undefined && isSame(before.entries, entries)) return { ...before, entries };
    return entries.size === 0 && path !== root ? undefined : writeFolder(gitDirectory, entries);
  };
  return { folder: (await storeFolder(root, known)) ?? known, repositories };
}

async function storeContent(gitDirectory: string, path: string, entry: Dirent): Promise<string> {
  if (entry.isSymbolicLink())
    return writeObject(gitDirectory, 'blob', await readlink(diskPath(path), { encoding: 'buffer' }));
  if (lstatSync(diskPath(path)).size <= largestRead)
    return writeObject(gitDirectory, 'blob', await readFile(diskPath(path)));
  const { stdout } = await runGit(['hash-object', '-w', '--no-filters', '--', textOf(path)], { gitDirectory });
  return stdout.toString('utf8').trim();
}

function isSame(before: Folder['entries'], now: Folder['entries']): boolean {
  if (before.size !== now.size) return false;
  for (const [name, entry] of now) {
    const former = before.get(name);
    if (former?.kind !== entry.kind || former.sha !== entry.sha) return false;
    if (entry.kind === 'file' && former.kind === 'file' && former.mode !== entry.mode) return false;
  }
  return true;
}

/** Characters that HFS+ leaves out when it compares names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Whether some system takes this name for `.git`: the rules of git's `core.protectHFS` and `core.protectNTFS`. */
export function isRepositoryName(name: string): boolean {
  // Bytes: other names begin with none of these, the last two of which begin what HFS+ leaves out.
  if (!/^[.g\u00e2\u00ef]/i.test(name)) return false;
  return /^(?:\.git|git~1)[. ]*(?:[:\\]|$)/i.test(textOf(name).replaceAll(ignorable, ''));
}

/** Gives files without a stamp the one that they have now. Only for a tree in which nobody writes. */
export async function stampTree({ root, clock }: { root: string; clock: string }, folder: Folder): Promise<Folder> {
  const survey = beginSurvey(clock);
  const stamp = async (path: string, { entries, ...known }: Folder): Promise<Folder> => {
    const stamped = new Map<string, Folder | File>();
    for (const [name, entry] of entries) {
      const place = `${path}/${name}`;
      if (entry.kind === 'folder') stamped.set(name, await stamp(place, entry));
      else if (entry.stamp !== undefined || entry.mode === submodule) stamped.set(name, entry);
      else stamped.set(name, { ...entry, stamp: await survey.stampOf(place) });
    }
    return { ...known, entries: stamped };
  };
  return stamp(root, folder);
}

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DocsTree, HostedRepository } from '../check/src/docs-check.ts';

const unread = /\.(?:png|jpe?g|gif|webp|avif|ico|mp4|webm|mov|pdf|zip|gz|woff2?|ttf|otf|sketch|wasm|jar|parquet)$/iu;

/** The files of a commit, all in memory. Those that hold no text are named and have no content. */
export interface CommitFiles {
  readonly paths: readonly string[];
  readonly links: readonly string[];
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Where the git folder of a repository (`owner/name`) is among others: `owner+name/repo`, `owner+name/repo/.git` or `owner+name`. */
export function gitFolderIn(clones: string, repository: string): string {
  const place = join(clones, repository.replace('/', '+'));
  return [join(place, 'repo', '.git'), join(place, 'repo')].find((folder) => existsSync(folder)) ?? place;
}

/** The repositories of which a folder has clones, as `owner+name`: other files may lie there too. */
export function clonesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('+'));
}

/** Reads a commit of a git folder at once. */
export function readCommit(gitFolder: string, commit: string): CommitFiles {
  const entries = gitNames(gitFolder, 'ls-tree', '-r', '-z', commit).flatMap((entry) => {
    const [about = '', path = ''] = entry.split('\t');
    const [mode = '', kind = '', hash = ''] = about.split(' ');
    return kind === 'blob' ? [{ mode, hash, path }] : [];
  });
  const read = entries.filter(({ path }) => !unread.test(path));
  const contents = new Map<string, Buffer>();
  const all = git(gitFolder, ['cat-file', '--batch'], read.map(({ hash }) => `${hash}\n`).join(''));
  let at = 0;
  for (const { path } of read) {
    const end = all.indexOf('\n', at);
    const [, kind, size] = all.toString('utf8', at, end).split(' ');
    at = end + 1;
    // A snapshot may lack the largest.
    if (kind !== 'blob') continue;
    contents.set(path, all.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  const links = entries.flatMap(({ mode, path }) => (mode === '120000' ? [path] : []));
  // A symbolic link reads as what it leads to, as on a disk.
  for (const path of links) {
    const target = contents.get(posix.join(posix.dirname(path), contents.get(path)?.toString() ?? ''));
    if (target !== undefined) contents.set(path, target);
  }
  return { paths: entries.map(({ path }) => path), links, contents };
}

/** The commit as docs-check reads it, with some of its files changed. */
export function treeOf(files: CommitFiles, changed: ReadonlyMap<string, Buffer> = new Map()): DocsTree {
  return {
    list: () => Promise.resolve(files.paths),
    symbolicLinks: () => Promise.resolve(files.links),
    read: (path) => Promise.resolve(changed.get(path) ?? files.contents.get(path)),
  };
}

/** The repository of a clone on GitHub, and the branch that others clone, on which its history was written. */
export function repositoryOf(gitFolder: string, name: string): HostedRepository {
  const branch = git(gitFolder, ['symbolic-ref', '--short', 'HEAD']).toString().trim();
  return { url: `https://github.com/${name}`, branch };
}

export function gitNames(gitFolder: string, ...args: readonly string[]): string[] {
  return git(gitFolder, args)
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}

/** What git says, by lines. */
export function gitLines(gitFolder: string, ...args: readonly string[]): string[] {
  return git(gitFolder, args).toString().split('\n');
}

function git(gitFolder: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['--git-dir', gitFolder, ...args], { input, maxBuffer: 1 << 30 });
}

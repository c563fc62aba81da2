import type { DocsTree } from '../finding.ts';
import { fileNameOf, folderOf } from './paths.ts';

/** The files of one tree as the frameworks and checks ask about them. Made once per check. */
export interface FileIndex {
  readonly paths: readonly string[];
  has(path: string): boolean;
  hasFolder(path: string): boolean;
  isSymbolicLink(path: string): boolean;
  /** Paths that differ from `path` only by upper and lower case. */
  inAnyCase(path: string): readonly string[];
  /** Text of a settings file, kept; undefined when it does not exist. */
  readText(path: string): Promise<string | undefined>;
  /** Whether its text was read so, up to now. */
  wasRead(path: string): boolean;
  /** Text of a page, not kept: there may be thousands. */
  readPage(path: string): Promise<string | undefined>;
}

export async function createFileIndex(tree: DocsTree): Promise<FileIndex> {
  const paths = [...(await tree.list())].sort();
  const links = new Set(await tree.symbolicLinks?.());
  const known = new Set(paths);
  const folders = new Set(['']);
  const byLowerCase = new Map<string, string[]>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
    const lower = path.toLowerCase();
    byLowerCase.set(lower, [...(byLowerCase.get(lower) ?? []), path]);
  }
  const texts = new Map<string, Promise<string | undefined>>();
  return {
    paths,
    has: (path) => known.has(path),
    hasFolder: (path) => folders.has(path),
    isSymbolicLink: (path) => links.has(path),
    inAnyCase: (path) => byLowerCase.get(path.toLowerCase()) ?? [],
    readText(path) {
      const text = texts.get(path) ?? read(tree, path);
      texts.set(path, text);
      return text;
    },
    wasRead: (path) => texts.has(path),
    readPage: (path) => read(tree, path),
  };
}

async function read(tree: DocsTree, path: string): Promise<string | undefined> {
  const bytes = await tree.read(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

const names = 'README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|RELEASING|AGENTS|CLAUDE';
/** Names as they are written, since `agents.md` can be a page about agents; `README.fr.md` is a translation. */
const forgeFile = new RegExp(
  `^(?:${names}|[Rr]eadme)(?:[._-][A-Za-z]{2}(?:[_-][A-Za-z]{2,4})?)?\\.(?:md|markdown)$`,
  'u',
);

/** READMEs and their like, wherever they lie. */
export function hasForgeName(path: string): boolean {
  return forgeFile.test(fileNameOf(path));
}

/** Of what a list of changes tells, much is no longer where it was. */
export function isChangelog(path: string): boolean {
  return /^(?:CHANGELOG|CHANGES|HISTORY)\.md$/iu.test(fileNameOf(path));
}

/** In a folder such as `.github` or `.agents`. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]+\//u.test(path);
}

/** Files that people read on a code host, whatever site the repository builds. */
export function isForgeFile(path: string): boolean {
  return hasForgeName(path) || /(?:^|\/)\.(?:github|gitlab)\//u.test(path);
}

/** Folders in which another repository lies. https://git-scm.com/docs/gitmodules */
export async function submodulesOf(files: FileIndex): Promise<readonly string[]> {
  const text = (await files.readText('.gitmodules')) ?? '';
  return [...text.matchAll(/^[ \t]*path\s*=\s*(\S.*?)\s*$/gmu)].map(([, path = '']) => path);
}

/** Folders of tests and their data, of templates and of what others wrote, as the part of an expression between slashes. */
export const foldersOfTests = 'tests?|testdata|__tests__|fixtures|__fixtures__|templates?|vendor|node_modules';

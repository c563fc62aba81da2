import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, foldersAbove } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import type { FileAnchors } from './file-anchors.ts';
import { isShownByGithub } from './github-addresses.ts';
import type { PlacedLink } from './links-of-sites.ts';
import { decodedPath, ofRepository } from './repository-addresses.ts';

/** Different paths below the top that are found before a repository is taken for this one, and such as no other has: names such as `LICENSE` are in any. */
const fewestFound = 3;
const fewestOfOwnName = 2;
/** The same of a repository with the very name of this one: its owner was another, or this is a fork of it. */
const fewestOfNamesake = 1;
/** Of all that are named, the most that may be missing, and of the repository that settings name or that has the name of this one. */
const mostMissing = { none: 1 / 3, declared: 1 / 2 };
/** Of the repository that is known to be this one, as many may be missing: of more, the branch that they name is probably another than the one that is checked. */
const mostOfOwn = 3;
/** Branches that people work on: a tag or commit tells nothing of the files of now. */
export const usualBranch = /^(?:main|master|HEAD|develop|trunk|dev)$/iu;
/** Those of them with which the names of others begin, such as `dev/0.3.0`. */
const beginsOthers = /^(?:develop|trunk|dev)$/iu;
/** Where a program should have put the name of a branch: in AsciiDoc, an attribute does. */
const placeholder = /^\{\w+\}$/u;
/** What a program wrote where it took the path of a file on its disk for one in the repository: `docs//Users/me/tool/docs/a.md`. */
const onDisk = /(?:^|\/)\/(?:Users|home)\//u;
const knownHost = /^(?:github|gitlab)\.com\//u;
/** Names that files of any repository have. */
const common =
  /^(?:readme|license|index|main|mod|lib|package|__init__|config|setup|changelog|contributing)\b|^[^.]*$/iu;

/** Of several words, so that it is hardly the name of anything else: `create-tool-app`. */
const ofWords = /^[a-z]+(?:[-_][a-z]+){2,}$/iu;

/** Names of repositories on code hosts, in lower case, as `github.com/acme/tool`. */
export interface Repositories {
  /** Those that settings of this tree name. */
  readonly declared: ReadonlySet<string>;
  /** The one that the tree is the whole of, where that is known, and the branch of it that the tree stands on. */
  readonly own: string | undefined;
  readonly branch: string | undefined;
  /** As `formerOwnName` tells it. */
  readonly former: string | undefined;
}

interface Reference extends PlacedLink {
  /** Empty for the top. */
  readonly file: string;
  /** Undefined on the page of the repository. */
  readonly branch: string | undefined;
  readonly isWorkflow: boolean;
}

/**
 * Complete addresses of files of this repository on its code host that are not there, and of anchors that they do not have. Where
 * nobody says which repository it is, the files tell: most of what is named of it is found here. Where settings name it, one
 * that is found is enough, and a file or folder of that name elsewhere in the tree, since it was moved; the latter also in one
 * that has the name of this one. Nothing is needed where the tree is known to be the very branch that is named.
 */
export function* ownRepositoryLinks(
  links: readonly PlacedLink[],
  files: FileIndex,
  { declared, own, branch, former }: Repositories,
  madeByBuild: (path: string) => boolean,
  anchors: FileAnchors,
): Iterable<SiteProblem> {
  yield* withoutBranch(links, files, { own, branch });
  const references = [...referencesIn(links, files, { own, branch })];
  let known: ReadonlySet<string> | undefined;
  const isNamed = (file: string): boolean => {
    known ??= new Set(files.paths.flatMap((path) => [fileNameOf(path), ...foldersAbove(path).map(fileNameOf)]));
    return known.has(fileNameOf(file)) && (!common.test(fileNameOf(file)) || ofWords.test(fileNameOf(file)));
  };
  for (const [repository, named] of Map.groupBy(references, (one) => one.repository)) {
    const missing = new Set(named.flatMap(({ file }) => (isThere(files, file) ? [] : [file])));
    // Workflows of any repository have the same names.
    const all = new Set(named.flatMap(({ file, isWorkflow }) => (isWorkflow ? [] : [file])));
    const found = [...all].filter((file) => !missing.has(file) && file.includes('/'));
    const ofOwnName = found.filter((file) => !common.test(fileNameOf(file))).length;
    const isDeclared = declared.has(repository);
    const isThis = repository === own || repository === former;
    const isNamesake = own !== undefined && fileNameOf(repository) === fileNameOf(own);
    const most = Math.max(
      mostMissing[isDeclared || isThis || isNamesake ? 'declared' : 'none'] * all.size,
      isThis ? mostOfOwn : 0,
    );
    const isKnown = isDeclared
      ? found.length > 0
      : found.length >= fewestFound || ofOwnName >= (isNamesake ? fewestOfNamesake : fewestOfOwnName);
    const isOwn = (isThis || isKnown) && missing.intersection(all).size <= most;
    const isCertain = ({ file, branch: written }: Reference): boolean =>
      (isThis && written !== undefined && written === branch) || ((isDeclared || isNamesake) && isNamed(file));
    for (const reference of named) {
      const { path, link, file } = reference;
      const { line, column, url } = link;
      const place = { path, line, column, severity: 'warning' } as const;
      if (!missing.has(file)) {
        const without = isOwn && repository.startsWith('github.com/') ? anchors.without(file, url) : undefined;
        if (without === undefined) continue;
        yield { ...place, rule: 'broken-anchor', message: `The link ${url} leads to ${without}.` };
      } else if ((isThis && onDisk.test(file)) || ((isOwn || isCertain(reference)) && !madeByBuild(file))) {
        const message = `The link ${url} leads to a file of this repository that is not there (looked for ${file}).`;
        yield { ...place, rule: 'broken-link', message };
      }
    }
  }
}

type OwnBranch = Pick<Repositories, 'own' | 'branch'>;

function* referencesIn(
  links: readonly PlacedLink[],
  files: FileIndex,
  { own, branch: ownBranch }: OwnBranch,
): Iterable<Reference & { readonly repository: string }> {
  for (const { path, link } of links) {
    const { repository, branch, written, isWorkflow = false } = ofRepository(link.url);
    const file = written === undefined ? undefined : decodedPath(written);
    if (repository === undefined || file === undefined) continue;
    const name = repository.toLowerCase();
    if (name !== own && !knownHost.test(name)) continue;
    const isOwnBranch = name === own && branch === ownBranch;
    if (branch !== undefined && !usualBranch.test(branch) && !isOwnBranch) continue;
    if (!isOwnBranch && isOnOther(files, branch, file)) continue;
    // Of a branch without workflows, those of another are meant.
    if (isWorkflow && !files.hasFolder(folderOf(file))) continue;
    yield { path, link, file, branch, isWorkflow, repository: name };
  }
}

/** Whether what looks like the first folder of the path may be the rest of the name of a branch. */
function isOnOther(files: FileIndex, branch: string | undefined, file: string): boolean {
  const inside = file.slice(file.indexOf('/') + 1);
  return (
    branch !== undefined &&
    beginsOthers.test(branch) &&
    inside !== file &&
    !isThere(files, file) &&
    isThere(files, inside)
  );
}

/** Addresses on GitHub in which no branch stands before a file of this repository. */
function* withoutBranch(
  links: readonly PlacedLink[],
  files: FileIndex,
  { own, branch: ownBranch = 'main' }: OwnBranch,
): Iterable<SiteProblem> {
  if (own?.startsWith('github.com/') !== true) return;
  for (const { path, link } of links) {
    const { repository = '', branch, written = '' } = ofRepository(link.url);
    if (!`${repository.toLowerCase()}/`.startsWith(`${own}/`)) continue;
    const rest = repository.slice(own.length + 1);
    const beside = isShownByGithub(rest.split('/', 1)[0] ?? '') ? '' : rest;
    if (branch !== undefined && usualBranch.test(branch)) continue;
    const isUnfilled = branch !== undefined && placeholder.test(branch) && !/\.(?:adoc|asciidoc)$/iu.test(path);
    const named = decodedPath(branch === undefined ? beside : isUnfilled ? written : `${branch}/${written}`) ?? '';
    const file = [named, ...behindBranch(named, ownBranch)].find(
      (one) =>
        one !== '' &&
        (branch === undefined || one.includes('/')) &&
        (files.has(one) || ((isUnfilled || branch === undefined) && files.hasFolder(one))),
    );
    if (file === undefined) continue;
    const { line, column, url } = link;
    const before = `${files.has(file) ? `the file ${file}: blob` : `the folder ${file}: tree`}/${ownBranch}/${file}`;
    const message = `The link ${url} names no branch of this repository before ${before}.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}

/** The slash behind the branch was forgotten: `master.github/workflows/ci.yml`. */
function behindBranch(named: string, ownBranch: string): string[] {
  return [ownBranch, 'main', 'master'].flatMap((branch) =>
    named.startsWith(branch) ? [named.slice(branch.length)] : [],
  );
}

/** What a symbolic link shows lies elsewhere, and may do so outside of the repository. */
function isThere(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path) || foldersAbove(path).some((folder) => files.isSymbolicLink(folder));
}

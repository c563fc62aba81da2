import type { CheckedSite } from '../check-site.ts';
import type { Link } from '../pages/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, foldersAbove, withoutSlashAtEnd } from '../site/paths.ts';
import { decode } from '../site/parse-address.ts';
import type { SiteProblem } from '../site/site.ts';
import type { FileAnchors } from './file-anchors.ts';

/** Different paths below the top that are found before a repository is taken for this one, and such as no other has: names such as `LICENSE` are in any. */
const fewestFound = 3;
const fewestOfOwnName = 2;
/** Of all that are named, the most that may be missing, and of the repository that settings name. */
const mostMissing = { none: 1 / 3, declared: 1 / 2 };
/** Of the repository that is known to be this one, as many may be missing: of more, the branch that they name is probably another than the one that is checked. */
const mostOfOwn = 3;
/**
 * A file or folder on a code host, at a branch, tag or commit; no file has a longer path. Or the page of the repository, on which
 * its README is shown.
 */
const onHost =
  /^https?:\/\/(?:www\.)?([\w.-]{1,253}(?:\/[\w.-]{1,100}){2,8}?)(?:\/(?:-\/)?(?:blob|tree|raw)\/(?:refs\/heads\/)?([^/?#]{1,200})(?:\/([^?#]{1,500}))?)?\/?(?=[?#]|$)/iu;
/** The same of GitHub, as pictures are often written. */
const onRawHost =
  /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/heads\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
/** Branches that people work on: a tag or commit tells nothing of the files of now. */
const usualBranch = /^(?:main|master|HEAD|develop|trunk|dev)$/iu;
/** What GitHub shows of a repository beside its files: https://docs.github.com/en/repositories */
const ofGithub =
  /^(?:actions|activity|archive|attestations|blame|blob|branches|codespaces|commits?|community|compare|contribute|contributors|deployments|discussions|edit|find|forks|graphs|invitations|issues|labels|media|milestones?|models|network|new|packages|projects|pulls?|pulse|raw|releases|rulesets?|search|security|settings|sponsors|stargazers|subscription|suites|tags|tree|upload|watchers|wiki|zipball|tarball)$/iu;
const knownHost = /^(?:github|gitlab)\.com\//u;
/** Names that files of any repository have. */
const common =
  /^(?:readme|license|index|main|mod|lib|package|__init__|config|setup|changelog|contributing)\b|^[^.]*$/iu;

/** Names of repositories on code hosts, in lower case, as `github.com/acme/tool`. */
export interface Repositories {
  /** Those that settings of this tree name. */
  readonly declared: ReadonlySet<string>;
  /** The one that the tree is the whole of, where that is known, and the branch of it that the tree stands on. */
  readonly own: string | undefined;
  readonly branch: string | undefined;
}

interface Reference {
  readonly path: string;
  readonly link: Link;
  /** Empty for the top. */
  readonly file: string;
  /** Undefined on the page of the repository. */
  readonly branch: string | undefined;
}

/**
 * Complete addresses of files of this repository on its code host that are not there, and of anchors that they do not have. Where
 * nobody says which repository it is, the files tell: most of what is named of it is found here. Where settings name it, one
 * that is found is enough, and a file of that name elsewhere in the tree, since it was moved. Nothing is needed where the tree is
 * known to be the very branch that is named.
 */
export function* ownRepositoryLinks(
  checked: readonly CheckedSite[],
  files: FileIndex,
  { declared, own, branch }: Repositories,
  madeByBuild: (path: string) => boolean,
  anchors: FileAnchors,
): Iterable<SiteProblem> {
  yield* withoutBranch(checked, files, { own, branch });
  const references = [...referencesIn(checked, { own, branch })];
  const names = new Set(files.paths.map(fileNameOf));
  for (const [repository, named] of Map.groupBy(references, (one) => one.repository)) {
    const all = new Set(named.map(({ file }) => file));
    const missing = new Set([...all].filter((file) => !isThere(files, file)));
    const found = [...all].filter((file) => !missing.has(file) && file.includes('/'));
    const ofOwnName = found.filter((file) => !common.test(fileNameOf(file))).length;
    const isDeclared = declared.has(repository);
    const isThis = repository === own;
    const most = Math.max(mostMissing[isDeclared || isThis ? 'declared' : 'none'] * all.size, isThis ? mostOfOwn : 0);
    const isKnown = isDeclared ? found.length > 0 : found.length >= fewestFound || ofOwnName >= fewestOfOwnName;
    const isOwn = (isThis || isKnown) && missing.size <= most;
    const isCertain = ({ file, branch: written }: Reference): boolean =>
      (isThis && written !== undefined && written === branch) ||
      (isDeclared && names.has(fileNameOf(file)) && !common.test(fileNameOf(file)));
    for (const reference of named) {
      const { path, link, file } = reference;
      const { line, column, url } = link;
      const place = { path, line, column, severity: 'warning' } as const;
      if (!missing.has(file)) {
        const without = isOwn && repository.startsWith('github.com/') ? anchors.without(file, url) : undefined;
        if (without === undefined) continue;
        yield { ...place, rule: 'broken-anchor', message: `The link ${url} leads to ${without}.` };
      } else if ((isOwn || isCertain(reference)) && !madeByBuild(file)) {
        const message = `The link ${url} leads to a file of this repository that is not there (looked for ${file}).`;
        yield { ...place, rule: 'broken-link', message };
      }
    }
  }
}

type OwnBranch = Pick<Repositories, 'own' | 'branch'>;

function* referencesIn(
  checked: readonly CheckedSite[],
  { own, branch: ownBranch }: OwnBranch,
): Iterable<Reference & { readonly repository: string }> {
  for (const { path, link } of linksOf(checked)) {
    const { repository, branch, written } = ofRepository(link.url);
    const file = written === undefined ? undefined : decoded(written);
    if (repository === undefined || file === undefined) continue;
    const name = repository.toLowerCase();
    if (name !== own && !knownHost.test(name)) continue;
    const isOfNow = branch === undefined || usualBranch.test(branch) || (name === own && branch === ownBranch);
    if (isOfNow) yield { path, link, file, branch, repository: name };
  }
}

function* linksOf(checked: readonly CheckedSite[]): Iterable<{ readonly path: string; readonly link: Link }> {
  for (const { site } of checked)
    for (const [path, { links }] of site.pages) for (const link of links) yield { path, link };
}

function ofRepository(url: string): {
  readonly repository?: string | undefined;
  readonly branch?: string | undefined;
  readonly written?: string | undefined;
} {
  const [, raw, branchOfRaw, file] = onRawHost.exec(url) ?? [];
  if (raw !== undefined) return { repository: `github.com/${raw}`, branch: branchOfRaw, written: file };
  const [, repository, branch, written = ''] = onHost.exec(url) ?? [];
  return { repository, branch, written };
}

/** Addresses on GitHub in which no branch stands before a file of this repository. */
function* withoutBranch(
  checked: readonly CheckedSite[],
  files: FileIndex,
  { own, branch: ownBranch = 'main' }: OwnBranch,
): Iterable<SiteProblem> {
  if (own?.startsWith('github.com/') !== true) return;
  for (const { path, link } of linksOf(checked)) {
    const { repository = '', branch, written = '' } = ofRepository(link.url);
    if (!`${repository.toLowerCase()}/`.startsWith(`${own}/`)) continue;
    const rest = repository.slice(own.length + 1);
    const beside = ofGithub.test(rest.split('/', 1)[0] ?? '') ? '' : rest;
    const file = decoded(branch === undefined ? beside : `${branch}/${written}`) ?? '';
    if (!file.includes('/') || !files.has(file) || (branch !== undefined && usualBranch.test(branch))) continue;
    const { line, column, url } = link;
    const message = `The link ${url} names no branch of this repository before the file ${file}: blob/${ownBranch}/${file}.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}

/** What a symbolic link shows lies elsewhere, and may do so outside of the repository. */
function isThere(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path) || foldersAbove(path).some((folder) => files.isSymbolicLink(folder));
}

function decoded(path: string): string | undefined {
  const plain = withoutSlashAtEnd(decode(path) ?? '');
  if (plain === '') return path === '' ? '' : undefined;
  return /[{}<>$*]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u.test(plain) ? undefined : plain;
}

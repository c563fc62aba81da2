import type { DocsTree, RevisionNames } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import { folderOf, withoutSlashAtEnd } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';
import { usualBranch, type Repositories } from './own-repository-links.ts';
import { decodedPath, ofRepository } from './repository-addresses.ts';

/** What GitHub shows of a tag, or of what lies between two revisions: releases, their files, archives. */
const ofNames =
  /^https?:\/\/(?:www\.)?(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/(releases\/tag|releases\/download|archive\/refs\/tags|compare)\/([^?#]{1,600})/iu;
const archive = /\.(?:zip|tar\.gz)$/iu;
const commit = /^[\da-f]{7,40}$/u;
/** Of a branch, what else git reads: that of a fork (`ann:main`), the one before (`HEAD~1`). */
const notByName = /[:^~]|@\{|^HEAD$/u;
/** From a branch of these names people go over to another one by renaming it, and the host leads on. */
const mayBeRenamed = /^(?:master|HEAD|develop|trunk|dev)$/iu;
/** What authors write for readers to fill in. */
const filledIn =
  /(?:^|[-_/])(?:your|my|some|example|branch|tag|version|name)(?![a-z])|(?:^|[^a-z])(?:[xyXY]\.|[A-Z_]{3,}$)/u;
/** The number of a version in a name: `tool-v1.2.0-beta`. */
const version = /(?<![\d.])\d{1,9}(?:\.\d{1,9}){1,5}/gu;
/** Names that one of a branch or tag consists of: `release/v1/docs`. */
const mostNames = 3;

interface Named {
  /** What any of them would be: the rest may be the path of a file. */
  readonly names: readonly string[];
  readonly ofTag: boolean;
}

/**
 * Complete addresses on the code host at a branch or tag that this repository does not have. Nothing is said of a version that is newer
 * than all with such a name, since a tag is made after what is written of it, and of branches that people rename.
 */
export async function lostRevisions(
  links: readonly PlacedLink[],
  files: FileIndex,
  { own, branch: ownBranch }: Pick<Repositories, 'own' | 'branch'>,
  revisionNames: DocsTree['revisionNames'],
): Promise<readonly SiteProblem[]> {
  if (own === undefined || revisionNames === undefined) return [];
  const references = links.flatMap(({ path, link }) => {
    const named = [...revisionsIn(link.url, own, files)].filter(
      ({ names }) => !names.some((name) => name === ownBranch || filledIn.test(name)),
    );
    return named.length === 0 ? [] : [{ path, link, named }];
  });
  const known = references.length === 0 ? undefined : await revisionNames();
  if (known === undefined) return [];
  const isLost = lostAmong(known);
  return references.flatMap(({ path, link: { line, column, url }, named }): SiteProblem[] => {
    const lost = named.find(isLost);
    if (lost === undefined) return [];
    const message =
      `The link ${url} names ${lost.names[0] ?? ''}, and this repository has no ${lost.ofTag ? 'tag' : 'branch or tag'} of that name. ` +
      `Not certain: it may have been renamed, or is not at hand.`;
    return [{ path, line, column, rule: 'broken-link', severity: 'warning', message }];
  });
}

function* revisionsIn(url: string, own: string, files: FileIndex): Iterable<Named> {
  const [, shown, kind = '', rest = ''] = ofNames.exec(url) ?? [];
  if (shown !== undefined) {
    if (shown.toLowerCase() === own) yield* namesIn(kind, withoutSlashAtEnd(rest));
    return;
  }
  const { repository = '', branch = '', written = '', isWorkflow } = ofRepository(url);
  const at = decodedPath(written === '' ? branch : `${branch}/${written}`) ?? '';
  if (repository.toLowerCase() !== own || isWorkflow || branch === '' || at === '' || commit.test(branch)) return;
  // The branch was forgotten before what is there; and what is not there on a usual branch is told as that.
  const isThere = (path: string): boolean => files.has(path) || files.hasFolder(path);
  if (isThere(at) || mayBeRenamed.test(branch)) return;
  if (usualBranch.test(branch) && written !== '' && !isThere(decodedPath(written) ?? '')) return;
  const names = at.split('/');
  const most = Math.min(mostNames, names.length);
  yield { names: Array.from({ length: most }, (_, index) => names.slice(0, index + 1).join('/')), ofTag: false };
}

/** What stands behind `releases/tag` and the like. */
function* namesIn(kind: string, rest: string): Iterable<Named> {
  if (kind === 'compare') {
    const ends = rest.split(/\.{2,3}/u).map((one) => decodedPath(one) ?? '');
    const isByName = (one: string): boolean =>
      one !== '' && !notByName.test(one) && !commit.test(one) && !mayBeRenamed.test(one);
    if (ends.length === 2) for (const one of ends) if (isByName(one)) yield { names: [one], ofTag: false };
    return;
  }
  const written = kind.endsWith('download')
    ? folderOf(rest)
    : kind.startsWith('archive')
      ? rest.replace(archive, '')
      : rest;
  const tag = decodedPath(written) ?? '';
  if (tag !== '') yield { names: [tag], ofTag: true };
}

function lostAmong({ branches, tags }: RevisionNames): (named: Named) => boolean {
  const ofTags = new Set(tags);
  const all = new Set([...branches, ...tags]);
  const alike = new Set([...all].map(bare));
  const newest = new Map<string, readonly number[]>();
  for (const name of all) {
    const { before, numbers } = versionIn(name) ?? {};
    if (before !== undefined && numbers !== undefined && isNewer(numbers, newest.get(before)))
      newest.set(before, numbers);
  }
  const mayCome = (name: string): boolean => {
    const { before, numbers } = versionIn(name) ?? {};
    return (
      before !== undefined && numbers !== undefined && !isNewer(newest.get(before), numbers) && !alike.has(bare(name))
    );
  };
  return ({ names, ofTag: isOfTag }) => {
    const among = isOfTag ? ofTags : all;
    // A clone may leave out all tags.
    if (tags.length === 0 && (isOfTag || names.some((name) => versionIn(name) !== undefined))) return false;
    return branches.length > 0 && !names.some((name) => among.has(name) || mayCome(name));
  };
}

/** What stands before the number of a version, without signs and the `v` of the word. */
function versionIn(name: string): { readonly before: string; readonly numbers: readonly number[] } | undefined {
  const last = [...name.matchAll(version)].at(-1);
  return last && { before: bare(name.slice(0, last.index)), numbers: last[0].split('.').map(Number) };
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]/gu, '')
    .replace(/v(?=\d|$)/u, '');
}

/** Whether one version comes after the other; any does after none. */
function isNewer(one: readonly number[] | undefined, other: readonly number[] | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  const at = Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).find(
    (index) => (one[index] ?? 0) !== (other[index] ?? 0),
  );
  return at !== undefined && (one[at] ?? 0) > (other[at] ?? 0);
}

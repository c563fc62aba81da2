import type { Link, PageFacts } from '../page/page-facts.ts';
import { isPicture, sourceEndings } from './file-endings.ts';
import type { FileIndex } from './file-index.ts';
import { isLikelyHabit, isMajority } from './habit.ts';
import type { LinkTarget } from './link-target.ts';
import { isNear } from './near-names.ts';
import { decode, parseAddress } from './parse-address.ts';
import { extensionOf, fileNameOf, folderOf, foldersAbove, joinPath, within } from './paths.ts';

const ofUid = /^xref:([^?#]+)/iu;
/** The name that an author gives a page. Those of code, which DocFX reads from programs, have full stops and brackets. */
const plainUid = /^\p{L}[\w-]*$/u;
/** Names that are compared with each other: of more, slips are not looked for. */
const mostCompared = 200_000;
const fromRoot = /^~\/([^?#]+)/u;
const sourceFromTop = /^\/([^/?#][^?#]*\.md)(?:#|$)/iu;

/**
 * Addresses that DocFX reads in one way alone: `xref:name` is the page that says `uid: name`, `~/a.md` is a file from the folder
 * of the settings, and of `/a.md`, which it leaves as it is, there is no page.
 * https://dotnet.github.io/docfx/docs/links-and-cross-references.html
 */
export function createDocfxLinks(
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
): (from: string, link: Pick<Link, 'url' | 'kind'>) => LinkTarget | undefined {
  const roots = new Set(files.paths.flatMap((path) => (fileNameOf(path) === 'docfx.json' ? [folderOf(path)] : [])));
  const rootOf = (from: string): string | undefined => foldersAbove(from).find((folder) => roots.has(folder));
  const byUid = new Map(
    [...pages].flatMap(
      ([
        path,
        {
          frontmatter: { uid },
        },
      ]) => (typeof uid === 'string' ? [[uid, path] as const] : []),
    ),
  );
  if (roots.size === 0 && byUid.size === 0) return () => undefined;
  const sources = Map.groupBy(pages.keys(), fileNameOf);
  /** A folder at the top that is not there is one of another repository, and other files than these a build may make. */
  const isJudged = (root: string, place: string): boolean => {
    const [top = '', ...rest] = (within(root, place) ?? place).split('/');
    const isOwn = rest.length === 0 || files.hasFolder(joinPath(root, top) ?? '');
    return isOwn && (sourceEndings.has(extensionOf(place)) || isPicture(place));
  };
  const uids = new Set<string>();
  const places = new Set<string>();
  for (const [path, { links }] of pages)
    for (const { url } of links) {
      const uid = uidOf(url);
      if (uid !== undefined && plainUid.test(uid)) uids.add(uid);
      const root = rootOf(path);
      const place = placeOf(root, url);
      if (root !== undefined && place !== undefined && isJudged(root, place)) places.add(place);
    }
  const unknownUids = [...uids].filter((uid) => !byUid.has(uid));
  const namesPages = isLikelyHabit(uids.size, unknownUids.length);
  const slips = new Set(
    isMajority(uids.size, unknownUids.length) && unknownUids.length * byUid.size <= mostCompared
      ? unknownUids.filter((uid) => [...byUid.keys()].some((known) => isSlipOf(uid, known)))
      : [],
  );
  const namesFiles = isMajority(places.size, [...places].filter((place) => !files.has(place)).length);
  return (from, { url, kind }) => {
    const root = rootOf(from);
    // The settings may be in another repository. No other program has addresses that begin so.
    if (root === undefined && roots.size > 0) return undefined;
    const uid = uidOf(url);
    if (uid !== undefined) {
      const path = byUid.get(uid);
      if (path !== undefined) return pageAt(path, url.slice('xref:'.length));
      return (namesPages && plainUid.test(uid)) || slips.has(uid) ? { kind: 'missing', looked: uid } : undefined;
    }
    if (root === undefined) return undefined;
    const place = placeOf(root, url);
    if (place !== undefined) {
      if (pages.has(place)) return pageAt(place, url);
      if (files.has(place)) return { kind: 'file', path: place };
      return namesFiles && isJudged(root, place) ? { kind: 'missing', looked: place } : undefined;
    }
    const source = kind === 'page' ? sourceFromTop.exec(url)?.[1] : undefined;
    if (source === undefined || files.has(source)) return undefined;
    return sources.get(fileNameOf(source))?.some((path) => path.endsWith(`/${source}`)) === true
      ? { kind: 'missing', looked: source }
      : undefined;
  };
}

/** Names long enough for two other letters in them to be a slip. */
function isSlipOf(uid: string, known: string): boolean {
  return uid.length >= 8 && uid.length <= 100 && isNear(uid, known);
}

function uidOf(url: string): string | undefined {
  const written = ofUid.exec(url)?.[1];
  return written === undefined ? undefined : decode(written);
}

/** Where `~/a` leads. */
function placeOf(root: string | undefined, url: string): string | undefined {
  const written = decode(fromRoot.exec(url)?.[1] ?? '') ?? '';
  return root === undefined || written === '' || written.endsWith('/') ? undefined : joinPath(root, written);
}

function pageAt(path: string, url: string): LinkTarget {
  const address = parseAddress(url);
  return { kind: 'page', path, anchor: address.kind === 'internal' ? address.anchor : undefined };
}

import picomatch from 'picomatch';
/** Pure functions on paths and routes of a tree: `/` as separator, no leading slash on paths, one on routes. */

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins and resolves `.` and `..`; undefined when the path climbs out of the tree. */
export function joinPath(...parts: readonly string[]): string | undefined {
  const resolvedSegments: string[] = [];
  for (const segment of parts.join('/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') resolvedSegments.push(segment);
    else if (resolvedSegments.pop() === undefined) return undefined;
  }
  return resolvedSegments.join('/');
}

/** Joins as a browser does, which goes no higher than the top of the host. */
export function joinRoute(...parts: readonly string[]): string {
  const resolvedSegments: string[] = [];
  for (const segment of parts.join('/').split('/')) {
    if (segment === '..') resolvedSegments.pop();
    else if (segment !== '' && segment !== '.') resolvedSegments.push(segment);
  }
  return `/${resolvedSegments.join('/')}`;
}

/** `path` as seen from `folder`; undefined when it does not lie inside. */
export function within(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

export function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}

/** Lower-case, with its dot; empty when there is none. */
export function extensionOf(path: string): string {
  return path.slice(withoutExtension(path).length).toLowerCase();
}

/** A loop, since an expression tries the end of each run of slashes from each of them. */
export function withoutSlashAtEnd(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}

/** One leading slash, none at the end, no double ones. */
export function normaliseRoute(route: string): string {
  if (/^(?:\/[^/]+)+$/u.test(route)) return route;
  return `/${route.split('/').filter(Boolean).join('/')}`;
}

/** How a file in `folder` would write the way to `path`: `../images/a.png`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  const down = to.slice(shared).join('/');
  return up.length === 0 ? `./${down}` : [...up, down].join('/');
}

/** The folder that a path lies in, and all above it. */
export function foldersAbove(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  return [...segments.map((_, index) => segments.slice(0, segments.length - index).join('/')), ''];
}

/** Folders in one another above which no project keeps what belongs to it. */
const deepest = 16;

/** The folders above a folder, nearest first, as many as may belong to it. */
export function nearestAbove(folder: string): string[] {
  const nearestPaths: string[] = [];
  for (let folderPath = folder; folderPath !== '' && nearestPaths.length < deepest;)
    nearestPaths.push((folderPath = folderOf(folderPath)));
  return nearestPaths;
}

/** Endings of files that programs make pages of. */
export const sourceEndings: ReadonlySet<string> = new Set([
  '.md',
  '.mdx',
  '.mdoc',
  '.markdown',
  '.qmd',
  '.adoc',
  '.rst',
  '.ipynb',
]);

/** True for a path, or an ending, of a picture. */
export function isPicture(path: string): boolean {
  return /\.(?:png|jpe?g|gif|svg|webp|avif)$/iu.test(path);
}

/** Whether a route or path is that of the folder, or of something in it. */
export function isBelow(folder: string, candidatePath: string): boolean {
  return candidatePath === folder || within(folder, candidatePath) !== undefined;
}

/** An address as a page writes it, taken apart. */
export type Address =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'internal';
      /** Decoded; empty for a link to an anchor of the same page. */
      readonly path: string;
      /** Decoded; undefined when there is none. */
      readonly anchor: string | undefined;
    };

const scheme = /^[a-z][a-z\d+.-]*:|^\/\//iu;
/** Placeholders of template languages, which only the build fills in. */
const placeholder =
  /\{\{|\}\}|[$%]\{|\{%|<[^<>]*>|^%[A-Z_]+%|^__[A-Z][A-Z\d_]*__|^%(?![\dA-Fa-f]{2})[A-Za-z][\w.-]*%|%=\s|^%\s|^[$@]?\{|^\|\w+\|/u;

/** Signs with which no address begins, where one was meant to be put between them. */
export const quoted = /^(?:["“”„‘’]|<<|'.*'$|`[^`]*`$|\(https?:)/u;

/** What a template or an expression would fill in, and does not, since nothing ends it. */
export const braceLeftOpen = /^\{[^{}]*$/u;

/** Brackets that Markdown knows around an address and an attribute of HTML does not, with a host between them that is no placeholder. */
export const bracketed = /^<https?:\/\/[\w-]+(?:\.[\w-]+)+[^<>\s]*>/iu;

/** The name of a function, type or module, as ExDoc links them: https://hexdocs.pm/ex_doc/readme.html#auto-linking */
const exDocReference = /^`(?:[a-z]:[^`\s]+|[A-Z][\w.]*(?:#[^`\s]*)?|:?[\w.!?]+\/\d+)`$/u;

/** `hthttps://`, `https://https://` and `https://https//`: a scheme typed twice. */
const typedTwice = /^h[htps]*(?::\/\/)?https?:\/\/|^https?:\/\/https?(?:\/\/|[;:][^\d])/iu;

/** `https//`, `https;//`, `https//:`, `https::/` and `https:://`: what stands behind the scheme is another sign, or stands elsewhere. */
const signsMistyped = /^https?(?:[;.,]?\/\/|[;.,]\/|[:;.,]{2,}\/{1,2})[^/]/iu;

/** Or one that is a letter off, such as `ihttps://` and `htp://`; `shttp` is one of its own: https://datatracker.ietf.org/doc/html/rfc2660 */
export function isMistyped(url: string): boolean {
  if (typedTwice.test(url) || signsMistyped.test(url)) return true;
  const scheme = /^([a-z]{3,6}):\/\//iu.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined || ['http', 'https', 'shttp'].includes(scheme)) return false;
  return ['http', 'https'].some((knownScheme) => isOneOff(scheme, knownScheme) || isOneOff(knownScheme, scheme));
}

/** True where `one` lacks a letter of `other`, or has another in its place. */
function isOneOff(a: string, b: string): boolean {
  if (a.length !== b.length && a.length !== b.length - 1) return false;
  let index = 0;
  while (index < b.length && a[index] === b[index]) index += 1;
  return a.endsWith(b.slice(index + 1));
}

/** On a page of `https:` a browser reads `https:/example.org` and `https:example.org` as a path of the page's own host: https://url.spec.whatwg.org/#special-relative-or-authority-state */
export const halfSlashed = /^https?:\/?[\p{L}\p{N}]/iu;

/** No name of a host has a comma: https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
export const commaInHost = /^https?:\/\/[\w.-]*,[a-z]{2,}(?:[/?#]|$)/iu;

/** A link of Markdown where its address alone has to stand, as editors write one that was pasted: `[[a](https://a.dev)](…)`. */
export const linkForAddress = /^\[[^\]]*\]\(https?:/iu;

/** A macro of AsciiDoc or the name of an attribute, where an address alone has to stand: `xref:https://example.org`. */
export const macroAddress = /^(?:xref|link|image|url|href):{1,2}https?:\/\//iu;

/** `https://` alone, which no host stands behind, or one letter, as a replacement that went wrong leaves it. */
export const hostless = /^https?:\/\/(?:[a-z]\/?)?$/iu;

/**
 * An address that was pasted twice, or behind another one, or with the signs of a link between them: what stands before the second has no sign that would hand it over, or is a code
 * host, which hands none over.
 */
export const pastedTwice =
  /^https?:\/\/(?:[^?\s%]*(?:[\p{L}\p{N})\]-]|\]\()|(?:www\.)?git(?:hub|lab)\.com\/(?:[^?\s%]*\/)?)https?:\/\/[^/\s]/iu;

/** An address without its query and anchor, and without the slash at its end. */
export function pathOfAddress(url: string): string {
  return withoutSlashAtEnd(url.replace(/[?#].*$/su, ''));
}

export function parseAddress(url: string): Address {
  if (exDocReference.test(url)) return { kind: 'dynamic' };
  if ((quoted.test(url) || bracketed.test(url)) && !url.includes('{')) return { kind: 'malformed' };
  const isOther = [braceLeftOpen, linkForAddress, macroAddress, halfSlashed, hostless, commaInHost, pastedTwice].some(
    (fault) => fault.test(url),
  );
  if (isMistyped(url) || isOther) return { kind: 'malformed' };
  if (placeholder.test(url)) return { kind: 'dynamic' };
  if (scheme.test(url)) return { kind: 'elsewhere' };
  const [beforeHash = '', ...hashParts] = url.split('#');
  const path = decode(beforeHash.split('?', 1)[0] ?? '');
  // What a browser is to do with the page stands after the anchor: https://wicg.github.io/scroll-to-text-fragment/#the-fragment-directive
  const [fragment = ''] = hashParts.join('#').split(':~:', 1);
  // A browser takes a `%` of an anchor that escapes nothing as it is; a host refuses one of a path.
  const anchor = hashParts.length === 0 ? undefined : (decode(fragment) ?? fragment);
  if (path === undefined) return { kind: 'malformed' };
  return { kind: 'internal', path, anchor };
}

/** Undefined for what no address is encoded to. */
export function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Characters of a pattern: no path is that long, and picomatch throws at sixty thousand. */
const longestPattern = 4_000;
/** Stars up to which trying every way to place them is quick; each one more multiplies the ways by the length of a path. */
const fewStars = 6;

/**
 * Whether a path fits one of these globs, as picomatch reads them. Patterns of many stars and question marks are matched in
 * time that only the lengths of both decide. Many stars among braces, classes and groups go to picomatch all the same,
 * which may not come to its end: nobody writes them, and the limits of `apart/` end it.
 */
export function matchPaths(patterns: readonly string[], { dot = false } = {}): PathMatcher {
  const readable = patterns.filter((pattern) => pattern !== '' && pattern.length <= longestPattern);
  const isStarry = (pattern: string): boolean =>
    pattern.split(/\*+/).length - 1 > fewStars && !/[[\]{}()!+@|\\]/.test(pattern);
  const starry = readable.filter(isStarry).map((pattern) => matchStars(pattern, { dot }));
  const otherPatterns = picomatch(
    readable.filter((pattern) => !isStarry(pattern)),
    { dot },
  );
  return (path) => otherPatterns(path) || starry.some((matches) => matches(path));
}

export type PathMatcher = (path: string) => boolean;

/**
 * A pattern in which only `*`, `**` and `?` have a meaning: some characters of a segment, some segments, one character. Matched in
 * time that only the lengths of pattern and path decide.
 */
export function matchStars(pattern: string, { dot = false } = {}): PathMatcher {
  const patternParts = pattern.split('/');
  const isHidden = (segment: string): boolean => !dot && segment.startsWith('.');
  const fits = (segment: string, glob: string): boolean =>
    glob.startsWith('.') || !isHidden(segment) ? segment !== '' && matchSegment(segment, glob) : false;
  return (path) =>
    matchGreedily(path.split('/'), patternParts, {
      isAny: (part) => part === '**',
      isOne: fits,
      mayPass: (segment) => !isHidden(segment),
    });
}

function matchSegment(segment: string, glob: string): boolean {
  return matchGreedily(Array.from(segment), Array.from(glob.replaceAll(/\*+/g, '*')), {
    isAny: (part) => part === '*',
    isOne: (character, part) => character === part || part === '?',
    mayPass: () => true,
  });
}

/**
 * Matches a list with a list of which some parts stand for any number of items. Only the last of those is ever tried with
 * more: whatever the ones before could take, it can take as well. So it ends after `items` times `parts` steps.
 */
function matchGreedily(
  items: readonly string[],
  parts: readonly string[],
  rules: {
    readonly isAny: (part: string) => boolean;
    readonly isOne: (item: string, part: string) => boolean;
    /** Whether a part that stands for any may take this item. */
    readonly mayPass: (item: string) => boolean;
  },
): boolean {
  let item = 0;
  let part = 0;
  let lastAny: { part: number; item: number } | undefined;
  while (item < items.length) {
    const patternPart = parts[part];
    if (patternPart !== undefined && rules.isAny(patternPart)) {
      lastAny = { part, item };
      part += 1;
    } else if (patternPart !== undefined && rules.isOne(items[item] ?? '', patternPart)) {
      item += 1;
      part += 1;
    } else if (lastAny !== undefined && rules.mayPass(items[lastAny.item] ?? '')) {
      lastAny.item += 1;
      item = lastAny.item;
      part = lastAny.part + 1;
    } else return false;
  }
  return parts.slice(part).every((starPart) => rules.isAny(starPart));
}

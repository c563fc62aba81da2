import { isPicture, sourceEndings } from '../site/file-endings.ts';
import type { FileIndex } from '../site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within } from '../site/paths.ts';
import { lacksScheme } from '../site/resolve-link.ts';
import type { Site, SiteProblem, Sought } from '../site/site.ts';
import { isOfCodeHost } from './code-host.ts';

/** What findings may have in common, and so may owe to one thing that the checker does not know. */
export interface Mark {
  readonly key: string;
  /** What they have in common, as a sentence that goes on "N references …". */
  readonly says: string;
  /** Fewest findings that are no chance any more. */
  readonly least: number;
  /** How they are told apart, so that one mistake is not counted again and again; a page has the same name in every language. */
  readonly by: 'address' | 'page' | 'name';
}

/** References alike of which not one is found: so many that a published site hardly has them. */
const fewReferences = 5;
/** Sources not found from one folder, on three pages and more, from which on it is likely that they are read from another. */
const many = 10;
const wholeFolder = 'sources from ';
/** Pages that would each stop the build of a site that is published. */
const fewStops = 3;

/** Rules whose findings stop the build of a site, or show on every page that has them. */
const stopsBuild = new Set(['mdx-syntax', 'frontmatter-syntax', 'frontmatter-field', 'unknown-component']);

/**
 * Sites that nothing but their own files makes: they have no build, no plugin and no host of their own that could answer
 * for what is missing, other than a folder of pages that the host makes of an OpenAPI file.
 */
export const closed = new Set(['mintlify']);

/** Tells the marks of what a site names and of its findings. */
export interface Marks {
  ofProblem(problem: SiteProblem): readonly Mark[];
  ofReference(from: string, sought: Sought): readonly Mark[];
}

export function createMarks(site: Site, files: FileIndex): Marks {
  const named = new Set(files.paths.map(fileNameOf));
  const routeFolders = new Set(['/']);
  for (const route of site.routes.keys()) {
    for (let at = route; !routeFolders.has(at); at = at.slice(0, at.lastIndexOf('/')) || '/') routeFolders.add(at);
  }
  let below: ReadonlySet<string> | undefined;
  /** Where nothing tells which folder is the top of the host, any may be. */
  const isBelowSomething = (at: string): boolean => {
    if (site.routes.size > 0) return false;
    below ??= new Set([...new Set(files.paths.map(folderOf))].flatMap(endsOf));
    return below.has(at);
  };
  const isThere = (at: string): boolean =>
    at.startsWith('/')
      ? routeFolders.has(at) ||
        isBelowSomething(at) ||
        site.links.publicFolders.some((folder) => files.hasFolder(joinPath(folder, at) ?? at))
      : files.hasFolder(at);
  const missing = new Map<string, string | undefined>([['', undefined]]);
  /** The outermost of a folder and those above it that is not there. Each is looked at once, however many lead into it and however deep it is. */
  const missingFolder = (folder: string): string | undefined => {
    const above: string[] = [];
    let at = folder;
    for (; !missing.has(at); at = folderOf(at)) above.push(at);
    let gone = missing.get(at);
    for (const one of above.toReversed()) {
      gone ??= isThere(one) ? undefined : one;
      missing.set(one, gone);
    }
    return gone;
  };

  const ofReference: Marks['ofReference'] = (from, { kind, written, at }) => {
    const isClosed = closed.has(site.framework);
    if (kind === 'anchor') return isClosed ? [] : ofAnchor(written);
    // A code host makes no picture of a README.
    if (kind === 'file' && isOfCodeHost(site, from)) return [];
    const path = written.replace(/[?#].*$/su, '');
    const gone = missingFolder(folderOf(at));
    const into =
      gone === undefined ? [] : [alike(`into ${gone}`, `lead into ${gone}, of which this repository has nothing`)];
    if (kind === 'redirect') return into;
    if (kind === 'entry') {
      const least = Math.max(fewReferences, Math.ceil((site.navigation?.pages.size ?? 0) / 3));
      const says = `stand in ${from}, of whose entries a quarter and more is not found`;
      return [...into, { ...alike(`entries of ${from}`, says), least }];
    }
    if (isClosed) return into;
    const style = styleOf(path);
    const folder = folderOf(from) === '' ? 'the top folder' : folderOf(from);
    const shows = `show ${written} on pages that are published with it`;
    return [
      ...into,
      alike(`${kind} like ${shapeOf(path)}`, `are written like ${path}, and nothing written so is found`),
      alike(`${kind} on ${from} ${style}`, `stand on ${from}, where nothing written so is found`),
      alike(`${kind} in ${folder} ${style}`, `stand in ${folder}, where nothing written so is found`),
      ...(sourceEndings.has(extensionOf(path)) && style !== 'absolute' && !written.includes('\\')
        ? [
            {
              key: `${wholeFolder}${folder}`,
              says: `lead from ${folder} to sources, of which none is found`,
              least: many,
              by: 'page' as const,
            },
          ]
        : []),
      ...(kind === 'import' || kind === 'include'
        ? [{ key: `${kind} ${written}`, says: shows, least: fewStops, by: 'page' as const }]
        : []),
    ];
  };
  return {
    ofReference,
    ofProblem({ rule, message, path, sought, severity }) {
      if (severity !== 'error' || isLeftSource(site, path, sought)) return [];
      if (sought !== undefined) {
        const marks = ofReference(path, sought);
        return isSurelyWrong(site, sought, named) ? marks.filter(({ key }) => key.startsWith(wholeFolder)) : marks;
      }
      if (rule === 'openapi-missing-operation')
        return [{ key: rule, says: 'name operations that no OpenAPI file here has', least: fewReferences, by: 'page' }];
      if (rule === 'duplicate-route')
        return [{ key: rule, says: 'are pages at the addresses of others', least: fewReferences, by: 'name' }];
      if (!stopsBuild.has(rule)) return [];
      const reason = message.replace(/\(\d+:\d+(?:-\d+:\d+)?\)|\d+/gu, '');
      return [{ key: `${rule} ${reason}`, says: `say the same: ${message}`, least: fewStops, by: 'page' }];
    },
  };
}

/** True for the source of a page, beside which it lies, that the program leaves as an address in HTML: it is not found however many are. */
function isLeftSource({ links, pages }: Site, from: string, sought: Sought | undefined): boolean {
  if (sought?.kind !== 'page' || links.leavesSources?.({ element: 'a' }) !== true) return false;
  const path = sought.written.replace(/[?#].*$/su, '');
  return !path.startsWith('/') && pages.has(joinPath(folderOf(from), path) ?? '');
}

/** Folders in one another that are looked at: no site has its top deeper, and the ways to name them grow with the square. */
const deepestFolder = 16;

/** A folder and those above it, as they are named from each top that they may have. */
function endsOf(folder: string): string[] {
  const parts = folder.split('/', deepestFolder);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, to) => `/${parts.slice(from, from + to + 1).join('/')}`),
  );
}

/** True for the mark of sources of which none is found from a folder, and of what another program of the host may answer. */
export function mayLieElsewhere({ key }: Mark): boolean {
  return key.startsWith(wholeFolder) || /^into \/[^/]*$/u.test(key);
}

/** True for a mark of where addresses lead, and not of how they are written. */
export function isOfPlace(key: string): boolean {
  return key.startsWith('into ') || key.startsWith(wholeFolder);
}

/** What an address begins with tells by what it is read. */
export function styleOf(path: string): 'absolute' | 'relative' | 'bare' {
  return path.startsWith('/') ? 'absolute' : path.startsWith('.') ? 'relative' : 'bare';
}

function alike(key: string, says: string): Mark {
  return { key, says, least: fewReferences, by: 'address' };
}

/** Signs in an anchor that no way of making one from a heading is known to leave, where none with them is ever found. */
function ofAnchor(anchor: string): Mark[] {
  const signs = anchor.replace(/[\p{L}\p{N}]+/gu, 'a').replace(/-/gu, '');
  if (/^a*$/u.test(signs)) return [];
  const shape = anchor.replace(/[\p{L}\p{N}-]+/gu, 'a').replace(/(?<sign>[^a])(?:a\k<sign>)+/gu, '$<sign>');
  return [alike(`anchor like ${shape}`, `are anchors like #${anchor}, and none like it is found`)];
}

/** True for a picture that names a page: whatever makes pictures, none ends so. */
export function isPictureOfText(kind: Sought['kind'], path: string): boolean {
  return kind === 'file' && sourceEndings.has(extensionOf(path));
}

/** What no build makes right: what is written wrongly, and a source file or picture that lies elsewhere. */
export function isSurelyWrong(site: Site, sought: Sought, named: ReadonlySet<string>): boolean {
  return sought.kind !== 'anchor' && (isWrittenWrongly(sought) || liesElsewhere(site, sought, named));
}

/** A backslash, a picture that names a page, and a host without its scheme. */
export function isWrittenWrongly({ kind, written }: Sought): boolean {
  // No way of writing addresses has it, and whoever works on Windows writes it without noticing.
  if (written.includes('\\')) return true;
  const path = written.replace(/[?#].*$/su, '');
  return isPictureOfText(kind, path) || lacksScheme(path);
}

/** A source file or picture of whose name there is one, in another place. */
function liesElsewhere({ root }: Site, { written, at }: Sought, named: ReadonlySet<string>): boolean {
  const path = written.replace(/[?#].*$/su, '');
  const extension = extensionOf(path);
  if (!sourceEndings.has(extension) && !isPicture(extension)) return false;
  // Out of its folder it may be that of a larger site, into which the folder is put.
  if (root !== '' && !at.startsWith('/') && within(root, at) === undefined) return false;
  return !/^(?:index|readme|_index)\./iu.test(fileNameOf(path)) && named.has(fileNameOf(path));
}

/** How an address is written, without its words: `../a.html`, `a.a`, `/a`. */
function shapeOf(path: string): string {
  const extension = extensionOf(path);
  const known = /^\.(?:mdx?|html?|adoc|rst|ipynb|png|jpe?g|gif|svg|webp)$/u.test(extension) ? extension : '';
  const bare = path.slice(0, path.length - known.length);
  const words = bare.replace(/[\p{L}\p{N}_-]+/gu, 'a').replace(/(?:\.\.\/)+/gu, '../');
  return words.replace(/(?:\/a)+(?=\/|$)/gu, '/a').replace(/^a(?:\/a)+/u, 'a') + known;
}

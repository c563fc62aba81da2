import type { FileIndex } from './file-index.ts';
import type { LinkTarget } from './link-target.ts';
import { parseAddress } from './parse-address.ts';
import { folderOf, foldersAbove, joinPath, withoutExtension } from './paths.ts';

/** Answered by a program of the host. */
const ofProgram =
  /(?:^|\/)(?:cgi-bin|cgi|servlets?|_vti_\w+)\/|\.(?:cgi|pl|php\d?|aspx?|ashx|jspx?|do|action|cfm|fcgi|exe|dll|py|rb)$/iu;

/** Where an address leads on a host that serves the files as they are; undefined for what is judged as on any other page. */
export function resolveOnHost(
  files: FileIndex,
  isPage: (path: string) => boolean,
  from: string,
  url: string,
): LinkTarget | undefined {
  const address = parseAddress(url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  const found = placesOf(from, address.path).flatMap((at) => findOnHost(files, at) ?? [])[0];
  if (found === undefined) {
    const at = joinPath(folderOf(from), address.path);
    const isForm = !address.path.startsWith('/') && at !== undefined && hasOtherForm(files, at);
    return isForm ? { kind: 'file', path: at } : { kind: 'unjudged', exact: true };
  }
  return isPage(found)
    ? { kind: 'page', path: found, anchor: address.anchor, exact: true }
    : { kind: 'file', path: found };
}

/** The path of what a relative address names, where no host has anything there; undefined for all others. */
export function missingOnHost(files: FileIndex, from: string, url: string): string | undefined {
  const address = parseAddress(url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  const { path } = address;
  if (path.startsWith('/') || ofProgram.test(path)) return undefined;
  const at = joinPath(folderOf(from), path);
  if (at === undefined || at === '' || findOnHost(files, at) !== undefined || hasOtherForm(files, at)) return undefined;
  return at;
}

/** From the top, any folder above the page may be the one that the host serves. */
function placesOf(from: string, path: string): readonly string[] {
  const folders = path.startsWith('/') ? foldersAbove(from) : [folderOf(from)];
  return folders.flatMap((folder) => joinPath(folder, path) ?? []);
}

/** GitHub Pages serves `a.html` at `a` too, and the first page of a folder at the folder; others list what is in it. */
function findOnHost(files: FileIndex, at: string): string | undefined {
  if (files.has(at)) return at;
  const places = [joinPath(at, 'index.html') ?? at, `${at}.html`];
  return places.find((place) => files.has(place)) ?? (files.hasFolder(at) ? at : undefined);
}

const stems = new WeakMap<FileIndex, ReadonlySet<string>>();

/**
 * True where there is a source of it, or one of several forms among which a host chooses, such as `a.html.en`:
 * https://httpd.apache.org/docs/2.4/content-negotiation.html
 */
function hasOtherForm(files: FileIndex, at: string): boolean {
  const known = stems.get(files) ?? new Set(files.paths.flatMap(stemsOf));
  stems.set(files, known);
  return known.has(at) || (isMade.test(at) && known.has(withoutExtension(at)));
}

/** What programs make of files with other endings. */
const isMade = /\.(?:x?html?|css|js)$/iu;

/** `a.html.en` is a form of `a.html` and of `a`. */
function stemsOf(path: string): string[] {
  const found: string[] = [];
  for (let stem = withoutExtension(path); stem !== path && found.length < mostEndings; stem = withoutExtension(stem)) {
    if (found.at(-1) === stem) break;
    found.push(stem);
  }
  return found;
}

const mostEndings = 3;

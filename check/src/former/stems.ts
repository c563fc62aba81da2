import { extensionOf, folderOf, withoutExtension, withoutSlashAtEnd } from '../site/paths.ts';
import { endsByName, publishedForms, stemOf } from '../site/usual-readings.ts';

/** What lies at addresses, found by the whole of one or by how it ends. */
export interface Stems<Found> {
  at(stem: string): Found | undefined;
  /** Those that this ends with, from the beginning of a name on, but for itself. */
  endsOf(stem: string): readonly string[];
  /** Those of which this is the end, from the beginning of a name on. */
  endingWith(stem: string): readonly { readonly stem: string; readonly found: Found }[];
}

const page = /^\.(?:mdx?|mdoc|markdown|adoc|asciidoc|rst|ipynb|html?)$/u;

/** The way to a file or page as addresses name it: in small letters, of pages without ending and without the name of an index. */
export function stemOfAddress(path: string): string {
  const bare = withoutSlashAtEnd(path.replace(/^\/+/u, '')).toLowerCase();
  return page.test(extensionOf(bare)) ? stemOf(bare) : bare.replace(/(?:^|\/)(?:_?index|readme)$/u, '');
}

/** All stems under which a file may be published. */
export function stemsOf(path: string): Iterable<string> {
  return page.test(extensionOf(path)) ? publishedForms(stemOf(path)) : [path.toLowerCase()];
}

/** All stems of files that are there, each with its path: also their folders, and any of them without its ending. */
export function* presentStems(paths: readonly string[]): Iterable<readonly [stem: string, path: string]> {
  const folders = new Set(['']);
  for (const path of paths) {
    for (const stem of stemsOf(path)) yield [stem, path];
    yield [withoutExtension(path).toLowerCase(), path];
  }
  for (const path of paths)
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) {
      folders.add(at);
      for (const stem of publishedForms(at.toLowerCase())) yield [stem, at];
    }
}

/** The first one that has a stem keeps it. */
export function createStems<Found>(all: Iterable<readonly [stem: string, found: Found]>): Stems<Found> {
  const byStem = new Map<string, Found>();
  /** By its name, and by that with the one before it: thousands may have a name. */
  const byName = new Map<string, Set<string>>();
  for (const [stem, found] of all) {
    if (byStem.has(stem)) continue;
    byStem.set(stem, found);
    for (const key of endsByName(stem)) {
      const alike = byName.get(key);
      if (alike === undefined) byName.set(key, new Set([stem]));
      else alike.add(stem);
    }
  }
  return {
    at: (stem) => byStem.get(stem),
    endsOf: (stem) => endsWithin(stem).filter((end) => byStem.has(end)),
    endingWith: (end) =>
      [...(byName.get(endsByName(end).at(-1) ?? end) ?? [])]
        .filter((stem) => stem === end || stem.endsWith(`/${end}`))
        .map((stem) => ({ stem, found: byStem.get(stem) as Found })),
  };
}

function endsWithin(stem: string): string[] {
  const ends: string[] = [];
  for (let at = stem.indexOf('/'); at !== -1; at = stem.indexOf('/', at + 1)) ends.push(stem.slice(at + 1));
  return ends;
}

import type { PageFacts } from '../../page/page-facts.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { textOf } from '../../settings/narrow.ts';
import type { DocsVersion } from './versions.ts';

/** `01-intro`, `1. intro`, `02_intro`: the number orders the sidebar and is no part of the address; dates and versions are none. */
const numberPrefix = /^\d+\s*[-_.]+\s*(?=[^\d\s._-])/u;
const dateOrVersion = /^(?:\d{4}[-_.]\d{2}|\d+[-_.]\d+)/u;

function clean(segment: string, version: DocsVersion): string {
  return version.plugin.numberPrefixes && !dateOrVersion.test(segment) ? segment.replace(numberPrefix, '') : segment;
}

function insideOf(path: string, version: DocsVersion): string {
  const inside = withoutExtension(within(version.folder, path) ?? path);
  return inside
    .split('/')
    .map((segment) => clean(segment, version))
    .join('/');
}

/** The id by which sidebars name a document. https://docusaurus.io/docs/create-doc#doc-id */
export function docId(path: string, facts: PageFacts, version: DocsVersion): string {
  const inside = insideOf(path, version);
  const own = textOf(facts.frontmatter['id']);
  return own === undefined ? inside : (joinPath(folderOf(inside), own) ?? own);
}

/** The address of a document. https://docusaurus.io/docs/create-doc#doc-urls */
export function docRoute(path: string, facts: PageFacts, version: DocsVersion): string {
  const slug = facts.frontmatter['slug'];
  const inside = insideOf(path, version);
  const folder = folderOf(inside);
  if (typeof slug === 'string' || typeof slug === 'number') {
    const written = String(slug);
    const target = written.startsWith('/') ? written : `${folder}/${written}`;
    return normaliseRoute(`${version.route}/${joinPath(target) ?? ''}`);
  }
  const name = fileNameOf(inside);
  // A page named as its folder stands for it, where both are written alike with their numbers.
  const [file, parent] = [withoutExtension(fileNameOf(path)), fileNameOf(folderOf(path))];
  const isIndex = /^(?:index|readme)$/iu.test(name) || (folder !== '' && file.toLowerCase() === parent.toLowerCase());
  const own = textOf(facts.frontmatter['id']) ?? name;
  return normaliseRoute(decoded(`${version.route}/${folder}/${isIndex && name !== '' ? '' : own}`));
}

/** A name such as `why%3F` becomes an address as it is, which a browser and links write so as well. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

import { readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { findLinks } from './find-links.ts';
import { parseSections, type Section } from './parse-sections.ts';

export interface GuidePage {
  /** Last part of its address; empty for the contents. */
  readonly name: string;
  /** Path of its file inside the folder of the documentation. */
  readonly file: string;
  readonly title: string;
  readonly markdown: string;
  readonly sections: readonly Section[];
}

export interface Guide {
  readonly contents: GuidePage;
  /** As the contents list them, under their headings. */
  readonly groups: readonly { readonly title: string; readonly pages: readonly GuidePage[] }[];
  /** All pages in reading order, the contents first. */
  readonly pages: readonly GuidePage[];
}

const contentsFile = 'guide/README.md';

/** Reads the guide below `folder`. Its contents, `guide/README.md`, say which pages there are and in which order. */
export async function readGuide(folder: string): Promise<Guide> {
  const contents = await readPage(folder, contentsFile);
  const groups = await Promise.all(
    contents.sections
      .filter(({ depth }) => depth === 2)
      .map(async ({ title, nodes }) => {
        const files = findLinks(nodes)
          .filter((url) => url.endsWith('.md'))
          .map((url) => posix.join(posix.dirname(contentsFile), url));
        return { title, pages: await Promise.all(files.map((file) => readPage(folder, file))) };
      }),
  );
  return { contents, groups, pages: [contents, ...groups.flatMap(({ pages }) => pages)] };
}

async function readPage(folder: string, file: string): Promise<GuidePage> {
  const markdown = await readFile(join(folder, file), 'utf8');
  const sections = parseSections(markdown);
  return {
    name: file === contentsFile ? '' : basename(file, '.md').toLowerCase(),
    file,
    title: sections[0]?.title ?? file,
    markdown,
    sections,
  };
}

/** The server's address for a link, or the link itself if it is external. Undefined for files that the server does not serve. */
export function addressOf(guide: Guide, from: GuidePage, url: string): string | undefined {
  if (/^([a-z]+:|#)/.test(url)) return url;
  const [path = '', fragment] = url.split('#');
  // Relative to `docs`, also for links of the changelog above it, such as `docs/errors.md`.
  const file = posix.relative('docs', posix.join('docs', posix.dirname(from.file), path));
  if (file === '../openapi.json') return '/openapi.json';
  if (file.startsWith('images/')) return `/guide/${file}`;
  const page = guide.pages.find((candidate) => candidate.file === file);
  return page && addressOfPage(page) + (fragment === undefined ? '' : `#${fragment}`);
}

export function addressOfPage({ name }: GuidePage): string {
  return name === '' ? '/guide' : `/guide/${name}`;
}

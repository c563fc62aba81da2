import type { Link } from '../../page/page-facts.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { fileNameOf, folderOf, joinPath, within } from '../../site/paths.ts';
import type { Site, SiteProblem } from '../../site/site.ts';
import type { ReadSettings } from '../generators/read-settings.ts';

/** A name that a file of variables gives a value: https://www.jetbrains.com/help/writerside/variables.html */
const variable = /%[\w-]+%/u;

/**
 * What a `writerside.cfg` tells: the folders of topics and pictures, and the trees of its instances. A link names the file of a
 * topic, wherever that lies among the topics, and a picture its file among the pictures.
 * https://www.jetbrains.com/help/writerside/project-structure.html, https://www.jetbrains.com/help/writerside/links-and-references.html
 */
export async function readWriterside(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const text = (await files.readText(configPath)) ?? '';
  const namedIn = (element: string, attribute: string, written: string): readonly string[] =>
    [...written.matchAll(new RegExp(`<${element}\\s(?:[^<>]*\\s)?${attribute}="([^"<>]+)"`, 'gu'))].map(
      ([, value = '']) => value,
    );
  const foldersOf = (element: string): readonly string[] =>
    namedIn(element, 'dir', text).flatMap((folder) => joinPath(root, folder) ?? []);
  const content = foldersOf('topics');
  const isIn = (folders: readonly string[], path: string): boolean =>
    folders.some((folder) => within(folder, path) !== undefined);
  const topics = Map.groupBy(
    files.paths.filter((path) => /\.(?:md|topic)$/u.test(path) && isIn(content, path)),
    fileNameOf,
  );
  const images = foldersOf('images');
  const pictures = Map.groupBy(
    files.paths.filter((path) => isIn(images, path)),
    fileNameOf,
  );
  const trees = namedIn('instance', 'src', text).flatMap((name) => joinPath(root, name) ?? []);
  const problems: SiteProblem[] = [];
  for (const path of trees) {
    const tree = (await files.readText(path)) ?? '';
    // A topic of another module has that named beside it, on its line or another.
    if (tree.includes('origin="')) continue;
    for (const [index, line] of tree.split('\n').entries())
      for (const topic of namedIn('toc-element', 'topic', line)) {
        if (topics.has(fileNameOf(topic))) continue;
        const message = `The table of contents names ${topic}, which is no topic.`;
        const place = { path, line: index + 1, column: line.indexOf(topic) + 1 };
        problems.push({ ...place, rule: 'navigation-missing-page', severity: 'warning', message });
      }
  }
  const refine = (site: Site): Site => ({
    ...site,
    problems: [...site.problems, ...problems],
    links: {
      ...site.links,
      resolve: (from, link) => topicAt(site, topics, link) ?? pictureAt(pictures, from, link),
    },
  });
  return { content, unpublished: [], refine };
}

type Named = ReadonlyMap<string, readonly string[]>;

function topicAt(site: Site, topics: Named, { url }: Pick<Link, 'url'>): LinkTarget | undefined {
  if (variable.test(url)) return { kind: 'unjudged' };
  const address = parseAddress(url);
  if (address.kind !== 'internal' || !/\.(?:md|topic)$/u.test(address.path)) return undefined;
  const [path] = topics.get(fileNameOf(address.path)) ?? [];
  if (path === undefined) return { kind: 'missing', looked: fileNameOf(address.path) };
  return site.pages.has(path) ? { kind: 'page', path, anchor: address.anchor } : { kind: 'file', path };
}

function pictureAt(pictures: Named, from: string, { url }: Pick<Link, 'url'>): LinkTarget | undefined {
  const address = parseAddress(url);
  if (address.kind !== 'internal' || !isPicture(address.path)) return undefined;
  const written = address.path;
  const path = pictures.get(fileNameOf(written))?.find((one) => one === written || one.endsWith(`/${written}`));
  const beside = joinPath(folderOf(from), written);
  return path === undefined || path === beside ? undefined : { kind: 'file', path };
}

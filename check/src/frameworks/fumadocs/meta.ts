import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { parseJson } from '../../site/parse-json.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import type { Navigation, Site, SiteProblem } from '../../site/site.ts';
import { splitLanguage, type Languages } from './languages.ts';
import { createTextPlaces } from '../../site/text-places.ts';

export interface MetaFile {
  readonly path: string;
  readonly text: string;
  /** Undefined when the file lists no pages: all of its folder are shown. */
  readonly pages: readonly string[] | undefined;
  readonly problem: SiteProblem | undefined;
}

/** `meta.json` files. https://fumadocs.dev/docs/page-conventions */
export async function readMeta(files: FileIndex, folders: readonly string[]): Promise<readonly MetaFile[]> {
  const paths = files.paths.filter(
    (path) =>
      /^meta(?:\.[\w-]+)?\.json$/u.test(fileNameOf(path)) &&
      folders.some((folder) => within(folder, path) !== undefined),
  );
  return Promise.all(
    paths.map(async (path) => {
      const text = (await files.readText(path)) ?? '';
      const json = parseJson(text, path);
      if ('problem' in json) return { path, text, pages: undefined, problem: json.problem };
      const { pages } = recordOf(json.value);
      const named = Array.isArray(pages) ? listOf(pages).flatMap((page) => textOf(page) ?? []) : undefined;
      return { path, text, pages: named, problem: undefined };
    }),
  );
}

/** Separators (`---Title---`, `---`), links (`[Title](url)`, `external:[...]`) and the rest (`...`, `z...a`) name no page. */
const namesNoPage = /^---(?:.*---)?$|^(?:external:)?(?:\[[^\]]*\])*\[[^\]]*\]\(|^\.\.\.$|^z\.\.\.a$/u;

/** Where a link of the navigation leads, `[Title](/address "more")`; no address is longer. */
const linkInNavigation = /\]\((\/[^()?#\s]{0,500})(?:[?#\s][^()]{0,500})?\)$/u;

interface Options {
  readonly routes: Site['routes'];
  readonly makesPages: boolean;
  readonly languages: Languages | undefined;
  readonly showsTree: boolean;
}

export function navigationOf(
  metas: readonly MetaFile[],
  files: FileIndex,
  pages: Site['pages'],
  { routes, makesPages, languages, showsTree }: Options,
): Navigation {
  const missing: Navigation['missing'][number][] = [];
  const listed = new Map<string, ReadonlySet<string>>();
  const linked = new Set<string>();
  for (const { path, text, pages: entries } of metas) {
    if (entries === undefined) continue;
    const folder = folderOf(path);
    const places = createTextPlaces(text);
    const names = new Set<string>();
    for (const entry of entries) {
      const place = places.next(JSON.stringify(entry).slice(1, -1));
      if (namesNoPage.test(entry)) {
        const page = routes.get(normaliseRoute(linkInNavigation.exec(entry)?.[1] ?? ' '));
        if (page !== undefined) linked.add(page);
        continue;
      }
      const target = joinPath(folder, entry.replace(/^(?:!|\.\.\.)/u, '').replace(/\.mdx?$/u, ''));
      if (target !== undefined) names.add(target);
      const exists =
        target !== undefined &&
        (files.hasFolder(target) || ['.mdx', '.md'].some((extension) => files.has(target + extension)));
      if (!exists && !(makesPages && entry.startsWith('...'))) missing.push({ path, ...place, entry });
    }
    const showsRest = entries.some((entry) => entry === '...' || entry === 'z...a');
    if (!showsRest) listed.set(folder, names);
  }
  const shown = new Set([...pages.keys()].filter((path) => linked.has(path) || isShown(path, listed, languages)));
  return { exhaustive: showsTree, pages: shown, missing };
}

/** A page is shown when no folder above it lists its pages without it. Index pages stand for their folder. */
function isShown(
  path: string,
  listed: ReadonlyMap<string, ReadonlySet<string>>,
  languages: Languages | undefined,
): boolean {
  const start = withoutExtension(path);
  const plain = languages?.parser === 'dot' ? splitLanguage(start, languages).plain : start;
  for (let item = plain, folder = folderOf(path); ; item = folder, folder = folderOf(folder)) {
    const names = listed.get(folder);
    if (
      names !== undefined &&
      !names.has(item) &&
      fileNameOf(item) !== 'index' &&
      ![...names].some((name) => within(item, name) !== undefined)
    )
      return false;
    if (folder === '') return true;
  }
}

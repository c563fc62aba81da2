import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { fernSlugs } from './slugs.ts';

/** A page at its place in the navigation: its addresses inside of its version, of which one is right. */
interface ListedPage {
  readonly file: string;
  readonly routes: readonly string[];
}

/** One version of the documentation, with a navigation of its own. */
export interface FernVersion {
  /** What stands before its addresses; empty for the one that is shown without. */
  readonly prefix: string;
  readonly pages: readonly ListedPage[];
  /** Addresses of tabs and sections, which lead to the first page of each. */
  readonly sections: readonly string[];
  /** Beginnings of addresses below which Fern makes pages: of an API, a changelog, a library. */
  readonly made: readonly string[];
}

/** Addresses that one page may have, since of each title above it two are looked at. */
const mostForms = 8;
/** Versions of one product that are looked at, and folders of pages in one navigation. */
const mostVersions = 50;
const mostFolders = 100;
/** Sections in one another that are followed. */
const deepest = 12;

/**
 * What the navigation of `docs.yml` says of where its pages are published:
 * https://buildwithfern.com/learn/docs/configuration/navigation
 */
export async function readFernVersions(files: FileIndex, configPath: string): Promise<readonly FernVersion[]> {
  const known = new Map<string, Promise<Readonly<Record<string, unknown>>>>();
  const read = (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const settings = known.get(path) ?? readSettings(files, path);
    known.set(path, settings);
    return settings;
  };
  const settings = await read(configPath);
  const products = listOf(settings['products']).slice(0, mostVersions).map(recordOf);
  const parts = products.length === 0 ? [settings] : products;
  const versions = await Promise.all(
    parts.map(async (part) => {
      const ofProduct =
        part === settings ? '' : (textOf(part['slug']) ?? fernSlugs(textOf(part['display-name']) ?? '')[0] ?? '');
      const several = listOf(part['versions']).slice(0, mostVersions).map(recordOf);
      if (several.length === 0) {
        const path = textOf(part['path']);
        const place = path === undefined ? configPath : (joinPath(folderOf(configPath), path) ?? configPath);
        const own = await read(place);
        return [readVersion(files, place, own, ofProduct)];
      }
      const all = several.map(async (version, index) => {
        const place = joinPath(folderOf(configPath), textOf(version['path']) ?? '') ?? configPath;
        const slug = textOf(version['slug']) ?? fernSlugs(textOf(version['display-name']) ?? '')[0] ?? '';
        const own = await read(place);
        const named = readVersion(files, place, own, `${ofProduct}/${slug}`);
        // The first one is shown without its name, too.
        return index === 0 ? [{ ...named, prefix: normaliseRoute(ofProduct) }, named] : [named];
      });
      return (await Promise.all(all)).flat();
    }),
  );
  return versions.flat();
}

async function readSettings(files: FileIndex, path: string): Promise<Readonly<Record<string, unknown>>> {
  return recordOf(parseValue((await files.readText(path)) ?? '', path));
}

function readVersion(
  files: FileIndex,
  place: string,
  settings: Readonly<Record<string, unknown>>,
  prefix: string,
): FernVersion {
  const pages: ListedPage[] = [];
  const sections: string[] = [''];
  const made: string[] = [];
  const tabs = recordOf(settings['tabs']);
  const fileOf = (written: string): string | undefined => joinPath(folderOf(place), written);
  const add = (written: string | undefined, routes: readonly string[]): void => {
    const file = written === undefined ? undefined : fileOf(written);
    if (file !== undefined) pages.push({ file, routes: routes.map(normaliseRoute) });
  };
  const below = (
    at: readonly string[],
    item: Readonly<Record<string, unknown>>,
    title: string | undefined,
  ): string[] => {
    if (item['skip-slug'] === true) return [...at];
    const slug = textOf(item['slug']);
    const names = slug === undefined ? fernSlugs(title ?? '') : [slug];
    return at.flatMap((start) => names.map((name) => `${start}/${name}`)).slice(0, mostForms);
  };
  const walk = (items: unknown, at: readonly string[], depth: number): void => {
    for (const item of depth > deepest ? [] : listOf(items).map(recordOf)) {
      const [page, section, tab, folder] = ['page', 'section', 'tab', 'folder'].map((field) => textOf(item[field]));
      if (page !== undefined) add(textOf(item['path']), below(at, item, page));
      else if (section !== undefined) {
        const inside = below(at, item, section);
        sections.push(...inside);
        add(textOf(item['path']), inside);
        walk(item['contents'], inside, depth + 1);
      } else if (tab !== undefined) {
        const settingsOfTab = recordOf(tabs[tab]);
        const inside = below(at, settingsOfTab, textOf(settingsOfTab['display-name']) ?? tab);
        sections.push(...inside);
        if (settingsOfTab['changelog'] !== undefined) made.push(...inside);
        walk(item['layout'], inside, depth + 1);
        for (const variant of listOf(item['variants']).map(recordOf))
          walk(variant['layout'], below(inside, variant, textOf(variant['title'])), depth + 1);
      } else if (folder !== undefined) addFolder(fileOf(folder), below(at, item, textOf(item['title']) ?? folder));
      else if (item['link'] === undefined) {
        const name = ['api', 'changelog', 'library']
          .map((field) => textOf(item[field]))
          .find((one) => one !== undefined);
        made.push(...below(at, item, textOf(item['title']) ?? name));
      }
    }
  };
  let folders = 0;
  const addFolder = (folder: string | undefined, at: readonly string[]): void => {
    if (folder === undefined || (folders += 1) > mostFolders) return;
    for (const file of files.paths) {
      const inside = within(folder, file);
      if (inside === undefined || !['.md', '.mdx'].includes(extensionOf(file))) continue;
      const names = withoutExtension(inside)
        .split('/')
        .flatMap((name) => fernSlugs(name)[0] ?? []);
      const route = names.join('/').replace(/(?:^|\/)index$/u, '');
      pages.push({ file, routes: at.map((start) => normaliseRoute(`${start}/${route}`)) });
    }
  };
  walk(settings['navigation'], [''], 0);
  return {
    prefix: normaliseRoute(prefix),
    pages,
    sections: sections.map(normaliseRoute),
    made: made.map(normaliseRoute),
  };
}

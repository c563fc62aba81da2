import type { PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import type { HugoSettings, Mount } from './settings.ts';

/** A page as Hugo names it before it has an address. https://gohugo.io/methods/page/path/ */
export interface LogicalPage {
  readonly file: string;
  readonly language: string;
  /** In small letters, with a slash before it and without endings: `/guide/start`; that of a folder for its index. */
  readonly path: string;
  /** `branch` is an `_index`, whose folder has pages; `leaf` an `index`, whose folder has none. */
  readonly kind: 'page' | 'leaf' | 'branch';
  readonly address: string;
}

export interface Addresses {
  readonly pages: ReadonlyMap<string, LogicalPage>;
  /** What answers at an address, in small letters: a page, or a file or list that is none. */
  readonly at: ReadonlyMap<string, { readonly kind: 'page' | 'file'; readonly path: string }>;
  /** The same as they are published, with their capitals. */
  readonly written: ReadonlySet<string>;
  /** The last names of all pages' addresses. */
  readonly names: ReadonlySet<string>;
  /** Folders that pages are published in, at which nothing answers: only one at the top and one with an `_index` have a list. */
  readonly unlisted: ReadonlySet<string>;
}

const text = /\.(?:md|markdown|html?|adoc|asciidoc|org|rst|pdc|pandoc|ipynb)$/iu;

/** https://gohugo.io/content-management/urls/ */
export function findAddresses(
  settings: HugoSettings,
  files: FileIndex,
  facts: ReadonlyMap<string, PageFacts>,
): Addresses {
  const logical = new Map<string, LogicalPage>();
  const leaves = new Set<string>();
  const placed = files.paths.flatMap((file) => {
    const mount = settings.content.find(({ folder }) => within(folder, file) !== undefined);
    return mount === undefined
      ? []
      : [{ file, mount, inside: joinPath(mount.target, within(mount.folder, file) ?? '') ?? '' }];
  });
  for (const { file, inside } of placed)
    if (nameOf(settings, file) === 'index' && text.test(file)) leaves.add(folderOf(inside));
  const isInLeaf = (inside: string, isIndex: boolean): boolean => {
    let folder = isIndex ? folderOf(folderOf(inside)) : folderOf(inside);
    for (; folder !== ''; folder = folderOf(folder)) if (leaves.has(folder)) return true;
    return false;
  };
  const at = new Map<string, { readonly kind: 'page' | 'file'; readonly path: string }>();
  const written = new Set<string>();
  const add = (address: string, kind: 'page' | 'file', path: string): void => {
    const own = normaliseRoute(address);
    written.add(own);
    const key = own.toLowerCase();
    if (!at.has(key)) at.set(key, { kind, path });
  };
  const resources: typeof placed = [];
  for (const one of placed) {
    const name = nameOf(settings, one.file);
    if (!text.test(one.file) || isInLeaf(one.inside, name === 'index')) {
      resources.push(one);
      continue;
    }
    const page = logicalPage(settings, one, facts.get(one.file));
    logical.set(one.file, page);
    const kind = facts.has(one.file) ? 'page' : 'file';
    add(page.address, kind, one.file);
    for (const alias of aliasesOf(facts.get(one.file)))
      add(alias.startsWith('/') ? alias : `/${joinPath(folderOf(page.address), alias) ?? ''}`, kind, one.file);
  }
  addLists(settings, placed, logical, add);
  addFiles(settings, files, resources, logical, add);
  const names = new Set([...logical.values()].map(({ address }) => fileNameOf(address).toLowerCase()));
  return { pages: logical, at, written, names, unlisted: unlistedFolders(logical, at) };
}

interface Placed {
  readonly file: string;
  readonly mount: Mount;
  /** Where it lies below the top of the pages. */
  readonly inside: string;
}
type Add = (address: string, kind: 'page' | 'file', path: string) => void;

/** https://gohugo.io/content-management/sections/#overview */
function unlistedFolders(pages: Addresses['pages'], at: Addresses['at']): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { address } of pages.values())
    for (let folder = folderOf(address.toLowerCase()); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  return folders.difference(at);
}

/** Its top, and a folder at the top, has a page that lists what is below, whether a file says so or not. */
function addLists(
  settings: HugoSettings,
  placed: readonly Placed[],
  pages: ReadonlyMap<string, LogicalPage>,
  add: Add,
): void {
  // Where each language has a folder, the top leads to the main one.
  add('/', 'file', settings.content[0]?.folder ?? '');
  for (const { file, mount, inside } of placed) {
    if (!pages.has(file)) continue;
    const prefix = prefixOf(settings, languageOf(settings, file, mount));
    const top = inside.includes('/') ? (inside.split('/', 1)[0] ?? '') : '';
    for (const one of ['', top])
      add(`${prefix}/${sanitised(settings, one)}`, 'file', joinPath(mount.folder, one) ?? mount.folder);
  }
}

/** Files beside pages are published below the page of their folder, others from the top. */
function addFiles(
  settings: HugoSettings,
  files: FileIndex,
  resources: readonly Placed[],
  pages: ReadonlyMap<string, LogicalPage>,
  add: Add,
): void {
  const bundles = new Map<string, string>();
  for (const { file, kind, address } of pages.values()) if (kind !== 'page') bundles.set(folderOf(file), address);
  for (const { file, mount, inside } of resources) {
    if (/\.(?:md|markdown)$/iu.test(file)) continue;
    add(`${prefixOf(settings, mount.language)}/${inside}`, 'file', file);
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
      const address = bundles.get(folder);
      if (address === undefined) continue;
      add(`${address}/${within(folder, file) ?? ''}`, 'file', file);
      break;
    }
  }
  for (const { folder, target } of settings.files)
    for (const file of files.paths) {
      const inside = within(folder, file);
      if (inside === undefined) continue;
      add(`/${target}/${inside}`, 'file', file);
      if (/(?:^|\/)index\.html$/u.test(inside)) add(`/${target}/${folderOf(inside)}`, 'file', file);
    }
}

function nameOf(settings: HugoSettings, file: string): string {
  const name = withoutExtension(fileNameOf(file));
  const language = extensionOf(name).slice(1);
  return settings.languages.has(language) ? withoutExtension(name) : name;
}

function languageOf({ languages }: HugoSettings, file: string, { language }: Mount): string {
  const own = extensionOf(withoutExtension(file)).slice(1);
  return languages.has(own) ? own : language;
}

function prefixOf({ defaultLanguage, inSubfolder }: HugoSettings, language: string): string {
  return language === defaultLanguage && !inSubfolder ? '' : `/${language}`;
}

function logicalPage(
  settings: HugoSettings,
  { file, mount, inside }: Placed,
  facts: PageFacts | undefined,
): LogicalPage {
  const language = languageOf(settings, file, mount);
  const name = nameOf(settings, file);
  const kind = name === '_index' ? 'branch' : name === 'index' ? 'leaf' : 'page';
  const folder = folderOf(inside);
  const path = normaliseRoute(
    sanitised({ ...settings, keepsCapitals: false }, kind === 'page' ? `${folder}/${name}` : folder),
  );
  const address = addressOf(
    settings,
    { kind, folder, name, prefix: prefixOf(settings, language) },
    facts?.frontmatter ?? {},
  );
  return { file, language, path, kind, address: normaliseRoute(address) };
}

interface Named {
  readonly kind: LogicalPage['kind'];
  readonly folder: string;
  readonly name: string;
  readonly prefix: string;
}

function addressOf(
  settings: HugoSettings,
  { kind, folder, name, prefix }: Named,
  fields: PageFacts['frontmatter'],
): string {
  const { url } = fields;
  const own = { folder, name: kind === 'page' ? name : fileNameOf(folder), fields };
  if (typeof url === 'string' && url !== '') {
    const expanded = expand(settings, url, own);
    return url.startsWith('/') ? expanded : `${prefix}/${expanded}`;
  }
  const [section = ''] = folder.split('/');
  const isTop = !folder.includes('/') && kind === 'leaf';
  const pattern = (kind === 'branch' ? settings.permalinks.section : settings.permalinks.page).get(
    isTop ? '' : section,
  );
  if (pattern !== undefined) return `${prefix}/${sanitised(settings, expand(settings, pattern, own))}`;
  if (kind === 'branch') return `${prefix}/${sanitised(settings, folder)}`;
  const above = kind === 'leaf' ? folderOf(folder) : folder;
  return `${prefix}/${sanitised(settings, `${above}/${slugOf(fields) ?? own.name}`)}`;
}

/** https://gohugo.io/configuration/permalinks/#tokens */
function expand(
  settings: HugoSettings,
  pattern: string,
  {
    folder,
    name,
    fields,
  }: { readonly folder: string; readonly name: string; readonly fields: PageFacts['frontmatter'] },
): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/u.exec(dateOf(fields)) ?? [];
  const title = sanitised(settings, typeof fields['title'] === 'string' ? fields['title'] : '');
  const slug = slugOf(fields);
  const parts = folder.split('/');
  return pattern.replace(
    /:(\w+)(?:\[(\d*|last)(:?)(\d*)\])?/gu,
    (whole, token: string, from: string | undefined, colon: string, to: string) => {
      switch (token) {
        case 'year':
          return year;
        case 'month':
          return month;
        case 'day':
          return day;
        case 'section':
          return parts[0] ?? '';
        case 'sections':
          if (from === undefined) return folder;
          if (from === 'last') return parts.at(-1) ?? '';
          return (
            colon === ''
              ? parts.slice(Number(from), Number(from) + 1)
              : parts.slice(Number(from), to === '' ? undefined : Number(to))
          ).join('/');
        case 'title':
          return title;
        case 'slug':
          return slug ?? title;
        case 'slugorfilename':
        case 'slugorcontentbasename':
          return slug ?? name;
        case 'filename':
        case 'contentbasename':
          return name;
        default:
          return whole;
      }
    },
  );
}

function slugOf({ slug }: PageFacts['frontmatter']): string | undefined {
  return (typeof slug === 'string' && slug !== '') || typeof slug === 'number' ? String(slug) : undefined;
}

function dateOf({ date, publishdate, publishDate }: PageFacts['frontmatter']): string {
  const [first = ''] = [date, publishDate, publishdate].filter((value) => typeof value === 'string');
  return first;
}

function aliasesOf(facts: PageFacts | undefined): readonly string[] {
  return [facts?.frontmatter['aliases']].flat().filter((alias) => typeof alias === 'string');
}

/** https://github.com/gohugoio/hugo/blob/master/common/paths/path.go */
export function sanitised(
  { keepsCapitals, removesAccents }: Pick<HugoSettings, 'keepsCapitals' | 'removesAccents'>,
  path: string,
): string {
  const plain = removesAccents ? path.normalize('NFKD').replace(/\p{M}/gu, '') : path;
  const kept = plain
    .replace(/[^\p{L}\p{N}\p{M}\s./\\_#+~@%-]/gu, '')
    .trim()
    .replace(/[\s-]+/gu, (gap) => (gap.includes('-') ? gap.replace(/\s+/gu, '') : '-'));
  return keepsCapitals ? kept : kept.toLowerCase();
}

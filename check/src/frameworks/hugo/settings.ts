import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
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
import { addressesOfMenus, menusShown } from './menu-entries.ts';

/** A folder of the repository, and where its files lie among the pages or files of the site. */
export interface Mount {
  readonly folder: string;
  /** Below the top of the pages of its language; empty for the top itself. */
  readonly target: string;
  readonly language: string;
}

export interface HugoSettings {
  readonly content: readonly Mount[];
  /** Folders of pages in languages that are not published. */
  readonly unpublished: readonly string[];
  readonly files: readonly Omit<Mount, 'language'>[];
  readonly languages: ReadonlySet<string>;
  readonly defaultLanguage: string;
  /** True when that one has a folder of its own too. */
  readonly inSubfolder: boolean;
  /** The path of `baseURL`. */
  readonly base: string;
  /** Patterns of addresses by the first folder of a page. */
  readonly permalinks: { readonly page: Patterns; readonly section: Patterns };
  readonly keepsCapitals: boolean;
  readonly removesAccents: boolean;
  /** True where links of Markdown are known to reach the browser as they are written, but for a template of the repository. */
  readonly leavesLinks: boolean;
  /** The same of raw HTML, which no template of links reads. */
  readonly leavesHtml: boolean;
  /** True where what definitions define has an anchor. */
  readonly anchorsOfTerms: boolean;
  /** Words below which addresses list what pages say of themselves, such as `tags`. */
  readonly taxonomies: readonly string[];
  /** True where pages of other repositories are mounted, so that a name alone may be one of theirs. */
  readonly hasOthers: boolean;
  /** Addresses from the top that menus name. */
  readonly menus: readonly string[];
  /** The files that all of this stands in. */
  readonly sources: readonly string[];
  /** Folders of the site that something fills which is not read here, such as a module of another repository. */
  readonly filled: readonly string[];
}

type Patterns = ReadonlyMap<string, string>;
type Settings = Readonly<Record<string, unknown>>;

/** https://gohugo.io/configuration/introduction/ */
export async function readSettings(files: FileIndex, root: string, configPath: string): Promise<HugoSettings> {
  const settings = await merged(files, root, configPath);
  const languages = recordOf(settings['languages']);
  const defaultLanguage = (textOf(settings['defaultcontentlanguage']) ?? 'en').toLowerCase();
  const module = recordOf(settings['module']);
  const mounts = listOf(module['mounts']).map(recordOf);
  const contentMounts = mountsOf(mounts, 'content');
  const at = (folder: string): string => joinPath(root, folder) ?? ELSEWHERE;
  const own = textOf(settings['contentdir']) ?? 'content';
  const disabled = listOf(settings['disablelanguages']);
  const isOff = (language: string): boolean =>
    disabled.includes(language) || recordOf(languages[language])['disabled'] === true;
  const foldersOfLanguages = Object.entries(languages).flatMap(([language, value]) => {
    const folder = textOf(recordOf(value)['contentdir']);
    return folder === undefined ? [] : [{ folder: at(folder), target: '', language }];
  });
  const ofLanguages = foldersOfLanguages.filter(({ language }) => !isOff(language));
  const isOwn = ofLanguages.some(({ language }) => language === defaultLanguage);
  const content =
    contentMounts.length === 0
      ? [...ofLanguages, ...(isOwn ? [] : [{ folder: at(own), target: '', language: defaultLanguage }])]
      : contentMounts.map(({ source, target, language }) => ({
          folder: at(source),
          target,
          language: language ?? defaultLanguage,
        }));
  const fileMounts = mountsOf(mounts, 'static');
  const staticFolders = [settings['staticdir'] ?? 'static'].flat().flatMap((folder) => textOf(folder) ?? []);
  const adapters = files.paths.flatMap((path) =>
    fileNameOf(path) === '_content.gotmpl' ? content.flatMap(({ folder }) => within(folder, folderOf(path)) ?? []) : [],
  );
  const imports = listOf(module['imports']).flatMap((one) =>
    mountsOf(listOf(recordOf(one)['mounts']).map(recordOf), 'content'),
  );
  return {
    // The innermost folder is the one that a file belongs to.
    content: content
      .filter(({ folder }) => files.hasFolder(folder))
      .toSorted((one, other) => other.folder.length - one.folder.length),
    unpublished: foldersOfLanguages.flatMap(({ folder, language }) => (isOff(language) ? [folder] : [])),
    files:
      fileMounts.length === 0
        ? staticFolders.map((folder) => ({ folder: at(folder), target: '' }))
        : fileMounts.map(({ source, target }) => ({ folder: at(source), target })),
    languages: new Set([...Object.keys(languages), defaultLanguage]),
    defaultLanguage,
    inSubfolder: settings['defaultcontentlanguageinsubdir'] === true,
    base: pathOfUrl(textOf(settings['baseurl'])),
    permalinks: permalinksOf(settings['permalinks']),
    keepsCapitals: settings['disablepathtolower'] === true,
    removesAccents: settings['removepathaccents'] === true,
    leavesLinks: leavesHtml(settings, files, root) && leavesMarkdown(settings),
    leavesHtml: leavesHtml(settings, files, root),
    anchorsOfTerms: parserOf(settings)['autodefinitiontermid'] === true,
    taxonomies: taxonomiesOf(settings['taxonomies']),
    hasOthers: content.some(({ folder }) => !files.hasFolder(folder)) || imports.some(({ target }) => target !== ''),
    menus: addressesOfMenus(
      settings,
      await menusShown(files, root, !themesOf(settings).every((name) => isThemeHere(files, root, name))),
    ),
    sources: settingsFiles(files, root, configPath),
    filled: [
      ...adapters,
      ...imports.flatMap(({ target }) => (target === '' ? [] : [target])),
      ...content.flatMap(({ folder, target }) => (files.hasFolder(folder) || target === '' ? [] : [target])),
    ],
  };
}

/** No path of a tree. */
const ELSEWHERE = '..';

/** The settings of every file that has some, with their names in small letters; what is said for the published site wins. */
async function merged(files: FileIndex, root: string, configPath: string): Promise<Settings> {
  let all: Settings = {};
  for (const path of settingsFiles(files, root, configPath)) {
    const value = small(parseValue((await files.readText(path)) ?? '', path));
    const [name = '', language] = withoutExtension(fileNameOf(path)).toLowerCase().split('.');
    if (language !== undefined) continue;
    const isWhole = path === configPath || ['hugo', 'config'].includes(name);
    all = overlaid(all, isWhole ? recordOf(value) : { [name]: value });
  }
  return all;
}

function settingsFiles(files: FileIndex, root: string, configPath: string): readonly string[] {
  const ofFolder = (folder: string): string[] =>
    files.paths.filter(
      (path) =>
        ['.toml', '.yaml', '.yml', '.json'].includes(extensionOf(path)) &&
        within(joinPath(root, folder) ?? folder, path) !== undefined,
    );
  return [...new Set([configPath, ...ofFolder('config/_default'), ...ofFolder('config/production')])];
}

/** Deeper than any setting that is read here. */
const deepest = 6;

function small(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one) => small(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), small(inner, depth + 1)]));
}

function overlaid(below: Settings, above: Settings): Settings {
  const all: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    all[key] = isMap && key in all ? overlaid(recordOf(all[key]), recordOf(value)) : value;
  }
  return all;
}

function mountsOf(
  mounts: readonly Settings[],
  component: string,
): { readonly source: string; readonly target: string; readonly language: string | undefined }[] {
  return mounts.flatMap((mount) => {
    const source = textOf(mount['source']);
    const target = joinPath(textOf(mount['target']) ?? '');
    if (source === undefined || target === undefined) return [];
    const inside = target === component ? '' : within(component, target);
    const language = textOf([mount['lang']].flat()[0])?.toLowerCase();
    return inside === undefined ? [] : [{ source, target: inside, language }];
  });
}

function pathOfUrl(url = ''): string {
  return normaliseRoute(/^(?:[a-z]+:)?\/\/[^/]*(\/.*)$/iu.exec(url)?.[1] ?? (url.startsWith('/') ? url : '/'));
}

/** https://gohugo.io/configuration/permalinks/ */
function permalinksOf(value: unknown): HugoSettings['permalinks'] {
  const [page, section] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, pattern] of Object.entries(recordOf(value))) {
    if (typeof pattern === 'string') page.set(name, pattern);
    const kind = name === 'page' ? page : name === 'section' ? section : undefined;
    if (kind === undefined) continue;
    for (const [folder, own] of Object.entries(recordOf(pattern))) if (typeof own === 'string') kind.set(folder, own);
  }
  return { page, section };
}

function taxonomiesOf(value: unknown): readonly string[] {
  return value === undefined
    ? ['tags', 'categories']
    : Object.values(recordOf(value)).flatMap((one) => textOf(one) ?? []);
}

/**
 * Themes without a template for links: https://github.com/google/docsy/tree/main/layouts/_default/_markup. Those of other themes
 * differ by version.
 */
const plainThemes = /^(?:github\.com\/google\/)?docsy(?:\/dependencies)?(?:\/v\d+)?$/u;

/** Unless it is told otherwise, Hugo changes links where a site has several languages. https://gohugo.io/render-hooks/links/#embedded */
function leavesMarkdown(settings: Settings): boolean {
  const hooks = recordOf(recordOf(recordOf(settings['markup'])['goldmark'])['renderhooks'])['link'];
  return hooks === undefined && Object.keys(recordOf(settings['languages'])).length < 2;
}

/** True where no theme may change what pages show. With `uglyURLs` a page is no folder. */
function leavesHtml(settings: Settings, files: FileIndex, root: string): boolean {
  const themes = themesOf(settings);
  // A site that shows no page by itself gets its theme from where it is not read, such as the command that builds it.
  const own = ['_default/baseof.html', 'baseof.html', '_default/single.html', 'single.html'];
  const isWhole = own.some((name) => files.has(joinPath(root, 'layouts', name) ?? ''));
  return (
    (isWhole || themes.length > 0) &&
    settings['uglyurls'] === undefined &&
    // https://gohugo.io/configuration/all/#canonifyurls
    ['canonifyurls', 'relativeurls'].every((name) => settings[name] !== true) &&
    themes.every((name) => plainThemes.test(name) || isThemeHere(files, root, name))
  );
}

/** Those that it names, and modules that it takes in. */
function themesOf({ theme, module }: Settings): readonly string[] {
  const imports = listOf(recordOf(module)['imports']).map((one) => textOf(recordOf(one)['path']) ?? '');
  return [...[theme].flat().flatMap((name) => textOf(name) ?? []), ...imports];
}

function isThemeHere(files: FileIndex, root: string, name: string): boolean {
  return files.hasFolder(joinPath(root, 'themes', name, 'layouts') ?? '');
}

/** https://gohugo.io/configuration/markup/#parser */
function parserOf({ markup }: Settings): Settings {
  return recordOf(recordOf(recordOf(markup)['goldmark'])['parser']);
}

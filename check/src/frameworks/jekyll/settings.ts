import type { PathMatcher } from '../../site/match-stars.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, foldersAbove, joinPath, normaliseRoute, withoutSlashAtEnd } from '../../site/paths.ts';
import { matchPaths } from '../../site/match-paths.ts';

export interface JekyllSettings {
  /** The folder of the source, from the top of the repository. */
  readonly source: string;
  /** The path of `baseurl`. */
  readonly base: string;
  /** True for a site of a repository on GitHub Pages, which lies below its name. */
  readonly isOnGithubPages: boolean;
  /** A style of addresses by its name, or a pattern. */
  readonly permalink: string;
  /** Those that are published, by name. */
  readonly collections: ReadonlyMap<string, Collection>;
  /** Names of all, published or not. */
  readonly collectionNames: ReadonlySet<string>;
  /** Where the folders of collections lie, below the source. */
  readonly collectionsFolder: string;
  /** The field that pages get which do not have it, from the one that says the least on. */
  readonly defaults: readonly Default[];
  /** True where a plugin leads a link with the name of a source file to its page. */
  readonly linksToSources: boolean;
  /** True for a path below the source that is not published. */
  readonly isLeftOut: PathMatcher;
}

export interface Collection {
  readonly permalink: string | undefined;
}

interface Default {
  readonly permalink: string;
  readonly matches: PathMatcher;
  readonly type: string | undefined;
}

/** https://jekyllrb.com/docs/configuration/default/ */
const leftOutAlways = [
  '.sass-cache',
  '.jekyll-cache',
  'gemfiles',
  'Gemfile',
  'Gemfile.lock',
  'node_modules',
  'vendor/bundle',
  'vendor/cache',
  'vendor/gems',
  'vendor/ruby',
];

/** Patterns and defaults that are looked at for every file: no site has so many. */
const most = 500;

/** https://jekyllrb.com/docs/configuration/options/ */
export async function readSettings(files: FileIndex, root: string, configPath: string): Promise<JekyllSettings> {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const named = settings['collections'];
  const collections = Array.isArray(named)
    ? Object.fromEntries(named.flatMap((name) => (typeof name === 'string' ? [[name, {}] as const] : [])))
    : recordOf(named);
  const permalink = textOf(settings['permalink']) ?? 'date';
  const published = Object.entries(collections).filter(
    ([name, value]) => name === 'posts' || recordOf(value)['output'] === true,
  );
  const collectionsFolder = joinPath(textOf(settings['collections_dir']) ?? '') ?? '';
  return {
    source: joinPath(root, textOf(settings['source']) ?? '') ?? root,
    base: normaliseRoute(textOf(settings['baseurl']) ?? ''),
    isOnGithubPages: /^(?:https?:)?\/\/[\w-]+\.github\.io\/?$/iu.test(textOf(settings['url']) ?? ''),
    permalink,
    collections: new Map([
      ['posts', { permalink: undefined }],
      ...published.map(([name, value]) => [name, { permalink: textOf(recordOf(value)['permalink']) }] as const),
    ]),
    collectionNames: new Set(['posts', 'drafts', ...Object.keys(collections)]),
    collectionsFolder,
    defaults: defaultsOf(settings['defaults'], collectionsFolder),
    linksToSources: await readsRelativeLinks(files, root, settings),
    isLeftOut: leftOut(settings['include'], settings['exclude']),
  };
}

/** GitHub Pages brings the plugin by itself. https://github.com/benbalter/jekyll-relative-links */
async function readsRelativeLinks(
  files: FileIndex,
  root: string,
  { plugins, gems }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if ([plugins, gems].flat().includes('jekyll-relative-links')) return true;
  const gemfiles = await Promise.all(
    foldersAbove(`${root}/Gemfile`).map((folder) => files.readText(joinPath(folder, 'Gemfile') ?? '')),
  );
  const gemfile = gemfiles.find((text) => text !== undefined);
  return gemfile === undefined || /github-pages|jekyll-relative-links/u.test(gemfile);
}

/** What has a longer path wins, and a kind of page beside the same path. https://jekyllrb.com/docs/configuration/front-matter-defaults/ */
function defaultsOf(value: unknown, collectionsFolder: string): readonly Default[] {
  return listOf(value)
    .slice(0, most)
    .flatMap((one) => {
      const { scope, values } = recordOf(one);
      const permalink = textOf(recordOf(values)['permalink']);
      const type = textOf(recordOf(scope)['type']);
      const path = (textOf(recordOf(scope)['path']) ?? '').replace(/^\/+/u, '');
      const own = collectionsFolder !== '' && path.startsWith(`${collectionsFolder}/`);
      const inside = own ? path.slice(collectionsFolder.length + 1) : path;
      const glob = inside.includes('*')
        ? matchPaths([inside, `${withoutSlashAtEnd(inside)}/**`], { dot: true })
        : undefined;
      const matches = glob ?? ((file: string): boolean => file.startsWith(inside));
      return permalink === undefined ? [] : [{ permalink, matches, type, length: inside.length }];
    })
    .toSorted(
      (one, other) => one.length - other.length || Number(one.type !== undefined) - Number(other.type !== undefined),
    );
}

/** https://github.com/jekyll/jekyll/blob/master/lib/jekyll/entry_filter.rb */
function leftOut(include: unknown, exclude: unknown): PathMatcher {
  const isIn = globs(include);
  const isOut = globs([...leftOutAlways, ...listOf(exclude)]);
  return (path) => {
    const parts = path.split('/');
    const isSpecial = (part: string): boolean => /^[._#~]|~$/u.test(part);
    if (isIn(path) || isIn(fileNameOf(path))) return false;
    return isOut(path) || parts.some((part) => isSpecial(part) && !isIn(part));
  };
}

/** A pattern takes in what lies below what it names; its stars take in slashes. */
function globs(value: unknown): PathMatcher {
  const patterns = listOf(value)
    .slice(0, most)
    .flatMap((one) => {
      const folder = textOf(one);
      return folder === undefined ? [] : withoutSlashAtEnd(folder.replace(/^\.?\/+/u, ''));
    })
    .filter((pattern) => pattern !== '');
  const plain = new Set(patterns.filter((pattern) => !/[*?[{]/u.test(pattern)));
  const matches = matchPaths(
    patterns
      .filter((pattern) => !plain.has(pattern))
      .flatMap((pattern) => [pattern, `${pattern}/**`, pattern.replace(/^\*(?=[^*/])/u, '**/*')]),
    { dot: true },
  );
  return (path) => {
    let upTo = path.indexOf('/');
    for (; upTo !== -1; upTo = path.indexOf('/', upTo + 1)) if (plain.has(path.slice(0, upTo))) return true;
    return plain.has(path) || matches(path);
  };
}

import type { PageFacts } from '../../page/page-facts.ts';
import { splitFrontmatter } from '../../page/frontmatter.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { expandPermalink, styleOf, withSuffix } from './permalinks.ts';
import type { JekyllSettings } from './settings.ts';

type Fields = PageFacts['frontmatter'];

export interface Addresses {
  /** What a browser shows as the address of a page, by its file. */
  readonly pages: ReadonlyMap<string, string>;
  /** What answers at an address. */
  readonly at: ReadonlyMap<string, { readonly kind: 'page' | 'file'; readonly path: string }>;
  /** The last names of the addresses of all pages that are no posts. */
  readonly names: ReadonlySet<string>;
  readonly namesOfPosts: ReadonlySet<string>;
  /** Files of posts by their names without folder and ending. */
  readonly posts: ReadonlyMap<string, string>;
}

const markdown = /\.(?:md|markdown|mkdown|mkdn|mkd)$/iu;
const html = /\.x?html?$/iu;
/** What is made a page of HTML; the second half by plugins. */
const becomesHtml = /\.(?:md|markdown|mkdown|mkdn|mkd|x?html?|textile|adoc|asciidoc|org|rst|slim|haml)$/iu;
/** Text of which the frontmatter makes a page, that is read for it and no page of its own here. */
const mayHaveFields = /\.(?:x?html?|md|markdown|mkdown|mkdn|mkd|textile|adoc|asciidoc|xml|txt|json|js|css|org)$/iu;

/** Files that are read for their frontmatter alone: a site with more has them from another program. */
const mostRead = 3000;
/** Addresses of one page besides its own. */
const mostAliases = 100;

/** The fields of files that are no pages of Markdown; undefined where there is no frontmatter. */
export async function readFields(
  files: FileIndex,
  settings: JekyllSettings,
  isPage: (path: string) => boolean,
): Promise<ReadonlyMap<string, Fields>> {
  const some = files.paths.filter((path) => {
    const inside = within(settings.source, path);
    return inside !== undefined && mayHaveFields.test(path) && !isPage(path) && placeOf(settings, inside) !== undefined;
  });
  const known = fieldsOf.get(files) ?? new Map<string, Fields | undefined>();
  fieldsOf.set(files, known);
  const all = new Map<string, Fields>();
  for (const path of some.slice(0, mostRead)) {
    if (!known.has(path)) known.set(path, readFieldsOf((await files.readPage(path)) ?? ''));
    const fields = known.get(path);
    if (fields !== undefined) all.set(path, fields);
  }
  return all;
}

/** A file is read once, however many sites lie in each other. */
const fieldsOf = new WeakMap<FileIndex, Map<string, Fields | undefined>>();

function readFieldsOf(text: string): Fields | undefined {
  return /^\uFEFF?---[ \t]*\r?\n/u.test(text) ? splitFrontmatter(text, { repeatedFields: true }).data : undefined;
}

/** https://jekyllrb.com/docs/permalinks/ */
export function findAddresses(
  settings: JekyllSettings,
  files: FileIndex,
  facts: ReadonlyMap<string, PageFacts>,
  others: ReadonlyMap<string, Fields>,
): Addresses {
  const pages = new Map<string, string>();
  const posts = new Map<string, string>();
  const at = new Map<string, { readonly kind: 'page' | 'file'; readonly path: string }>();
  const add = (address: string, path: string): void => {
    const one = { kind: facts.has(path) ? ('page' as const) : ('file' as const), path };
    for (const key of keysOf(address)) if (!at.has(key)) at.set(key, one);
  };
  const readmes: string[] = [];
  for (const path of files.paths) {
    const inside = within(settings.source, path);
    if (inside === undefined) continue;
    const place = placeOf(settings, inside);
    if (place === undefined) continue;
    const fields = facts.get(path)?.frontmatter ?? others.get(path);
    const isPage = fields !== undefined || markdown.test(path);
    if (!isPage) {
      add(staticAddress(place), path);
      continue;
    }
    if (fields?.['published'] === false) continue;
    const address = addressOf(settings, place, fields ?? {});
    pages.set(path, address);
    if (place.collection === 'posts') posts.set(withoutExtension(fileNameOf(path)), path);
    add(address, path);
    for (const alias of aliasesOf(fields)) add(alias.startsWith('/') ? alias : `/${alias}`, path);
    if (place.collection === undefined && /(?:^|\/)readme\.\w+$/iu.test(inside)) readmes.push(path);
    // Without frontmatter, a file of Markdown is published as it is.
    if (facts.has(path) && place.collection === undefined && Object.keys(fields ?? {}).length === 0)
      add(`/${inside}`, path);
  }
  // https://github.com/benbalter/jekyll-readme-index
  for (const path of readmes) add(`/${folderOf(within(settings.source, path) ?? '')}/`, path);
  const names = new Set<string>();
  const namesOfPosts = new Set<string>();
  const isPost = new Set(posts.values());
  for (const [path, address] of pages)
    (isPost.has(path) ? namesOfPosts : names).add(fileNameOf(bare(address)).toLowerCase());
  return { pages, at, names, namesOfPosts, posts };
}

/** Where a file stands in the site. */
interface Place {
  /** Below the source, or, of a collection, below its folder. */
  readonly inside: string;
  /** As the scopes of defaults name it. */
  readonly relative: string;
  readonly collection: string | undefined;
  /** Folders above those of posts. */
  readonly categories: readonly string[];
}

/** Undefined for what is not published. */
function placeOf(
  { collections, collectionNames, collectionsFolder, isLeftOut }: JekyllSettings,
  inside: string,
): Place | undefined {
  const parts = inside.split('/');
  const own = collectionsFolder === '' ? inside : within(collectionsFolder, inside);
  const [first = ''] = own?.split('/') ?? [];
  const ofFolder = first.startsWith('_') && own !== first ? first.slice(1) : undefined;
  if (own !== undefined && ofFolder !== undefined && collectionNames.has(ofFolder) && ofFolder !== 'posts') {
    const below = own.slice(first.length + 1);
    if (!collections.has(ofFolder) || isLeftOut(below)) return undefined;
    return { inside: below, relative: own, collection: ofFolder, categories: [] };
  }
  const at = parts.indexOf('_posts');
  if (at !== -1 && at < parts.length - 1) {
    const above = parts.slice(0, at);
    const below = parts.slice(at + 1).join('/');
    if (!dated.test(fileNameOf(inside)) || isLeftOut(below) || isLeftOut(above.join('/'))) return undefined;
    const isOwn = collectionsFolder === '' || above[0] !== collectionsFolder;
    const categories = isOwn ? above : above.slice(1);
    return { inside: below, relative: own ?? inside, collection: 'posts', categories };
  }
  return isLeftOut(inside) ? undefined : { inside, relative: inside, collection: undefined, categories: [] };
}

/** https://jekyllrb.com/docs/posts/#creating-posts */
const dated = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)\.[^.]+$/u;

function addressOf(settings: JekyllSettings, place: Place, fields: Fields): string {
  const { inside, relative, collection } = place;
  const type = collection ?? 'pages';
  const byDefault = settings.defaults.findLast(
    (one) => (one.type === undefined || one.type === type || `${one.type}s` === type) && one.matches(relative),
  )?.permalink;
  const ending = becomesHtml.test(inside) ? '.html' : endingOf(inside);
  const name = withoutExtension(fileNameOf(inside));
  const own = textOrNumber(fields['permalink']) ?? byDefault;
  if (collection === undefined) {
    const usual =
      ending !== '.html'
        ? '/:path/:basename:output_ext'
        : name === 'index'
          ? '/:path/'
          : withSuffix('/:path/:basename', settings.permalink);
    const values = { path: folderOf(inside), basename: name, output_ext: ending };
    return published(expandPermalink(own ?? usual, values), ending);
  }
  const usual =
    settings.collections.get(collection)?.permalink ??
    (collection === 'posts' ? undefined : withSuffix('/:collection/:path', settings.permalink));
  const [, day = '', undated = name] = dated.exec(fileNameOf(inside)) ?? [];
  const values = {
    collection,
    path: withoutExtension(inside),
    name,
    basename: name,
    title: undated,
    slug: textOrNumber(fields['slug']),
    date: dateOf(fields) ?? day,
    categories: [...new Set([...place.categories, ...categoriesOf(fields)])],
    output_ext: ending,
  };
  return published(
    expandPermalink(own ?? (usual === undefined ? styleOf(settings.permalink) : styleOf(usual)), values),
    ending,
  );
}

/** Of a page of HTML only the ending may be lacking. */
function published(address: string, ending: string): string {
  const isWhole = address.endsWith('/') || extensionOf(address) !== '' || ending === '.html';
  return isWhole ? address : address + ending;
}

function endingOf(path: string): string {
  const ending = extensionOf(path);
  return ending === '.scss' || ending === '.sass' ? '.css' : ending === '.coffee' ? '.js' : ending;
}

function staticAddress({ inside, collection }: Place): string {
  return collection === undefined ? `/${inside}` : `/${collection}/${inside}`;
}

function textOrNumber(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

function dateOf({ date }: Fields): string | undefined {
  if (date instanceof Date) return date.toISOString();
  return typeof date === 'string' && /^\d{4}-\d{1,2}-\d{1,2}/u.test(date) ? date : undefined;
}

function categoriesOf({ category, categories }: Fields): readonly string[] {
  const several = typeof categories === 'string' ? categories.split(/\s+/u) : [categories].flat();
  return [...several, category].flatMap((one) => textOrNumber(one) ?? []);
}

/** https://github.com/jekyll/jekyll-redirect-from */
function aliasesOf(fields: Fields | undefined): readonly string[] {
  return [fields?.['redirect_from'], fields?.['alias'], fields?.['aliases']]
    .flat()
    .slice(0, mostAliases)
    .flatMap((alias) => textOrNumber(alias) ?? []);
}

/** An address as it is compared: without what stands for the first page of a folder. */
export function bare(address: string): string {
  return normaliseRoute(address.replace(/\/index\.html?$/iu, '/'));
}

/** A page of HTML is also answered without the ending, as GitHub Pages does. */
function keysOf(address: string): readonly string[] {
  const key = bare(address);
  if (html.test(key)) return [key, withoutExtension(key)];
  return address.endsWith('/') || extensionOf(key) !== '' ? [key] : [key, `${key}.html`];
}

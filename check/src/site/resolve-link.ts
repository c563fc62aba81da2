import { sourceEndings } from './file-endings.ts';
import type { Link } from '../page/page-facts.ts';
import { isPartial } from './any-reading.ts';
import type { FileIndex } from './file-index.ts';
import { extensionOf, folderOf, joinPath, joinRoute, normaliseRoute, within, withoutExtension } from './paths.ts';
import { parseAddress } from './parse-address.ts';
import type { LinkTarget } from './link-target.ts';
import { redirected, targetRoute } from './redirects.ts';
import type { Site } from './site.ts';

/** An address without the signs by which a plugin tells what it is to put in place of it. */
const plain = /^[\p{L}\p{N}\s./_~-]+$/u;
const byPlugin = 'a plugin of the site rewrites addresses, and may make this one right';

/** A name before all folders, for which a plugin or a bundler puts one: `@images/a.png`. */
const named = /^@[\w-]+\/./u;

/** The name of a host without its scheme, which a browser looks for beside the page. */
export const hostAlone = /^(?:www\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|io|dev|net)(?:\/|$)/iu;
/** No file ends as the hosts of governments and universities do. */
const ofWeb =
  /^(?:www\.[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+\.(?:netlify|vercel|web)\.app|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:gov|edu))(?:\/|$)/iu;
/** What ends as a host may, with a path behind it, and is no name of a file or of a folder of a program. */
const otherHost =
  /^(?:[a-z\d-]+\.)+(?!(?:mdx?|html?|adoc|rst|js|ts|py|rb|sh|cs|pl|so|app|zip|d|git|wiki|docs|lproj|bundle)\/)[a-z]{2,6}\/[\w~]/iu;

/** True for what looks like the address of another host that lacks its scheme. */
export function lacksScheme(path: string): boolean {
  return hostAlone.test(path) || ofWeb.test(path) || otherHost.test(path);
}

function isSourceFile(path: string): boolean {
  return sourceEndings.has(extensionOf(path));
}

/** Resolves one link of the page at `from`. What it leads to under a condition may be there, or have the anchor, under the same alone; so may what a sample names. */
export function resolveLink(
  site: Site,
  files: FileIndex,
  from: string,
  link: Pick<Link, 'url' | 'kind' | 'element' | 'conditional' | 'inCode'>,
): LinkTarget {
  const target = resolve(site, files, from, link);
  const unsure =
    link.inCode === true
      ? 'it stands in code, and may be a sample'
      : link.conditional === true
        ? 'it stands under a condition, as the page may that it names'
        : undefined;
  if (unsure === undefined) return target;
  if (target.kind === 'missing') return { ...target, unsure };
  return target.kind === 'page' ? { ...target, anchor: undefined } : target;
}

function resolve(site: Site, files: FileIndex, from: string, link: Pick<Link, 'url' | 'kind' | 'element'>): LinkTarget {
  const own = site.links.resolve?.(from, link);
  if (own !== undefined) return own;
  const address = parseAddress(link.url.trim());
  if (address.kind === 'elsewhere' || address.kind === 'dynamic') return { kind: 'unjudged' };
  if (address.kind === 'malformed') return { kind: 'malformed' };
  const { anchor } = address;
  // A browser goes no higher than the top of the host; a code host has something above the repository.
  const isForge = ['markdown', 'unknown generator'].includes(site.framework);
  const path = isForge ? address.path : address.path.replace(/^(?:\/\.{1,2}(?=\/))+/u, '');
  if (path === '') return { kind: 'page', path: from, anchor };
  const places = candidates(site, from, link, path);
  const isSlashed = !site.links.slashAfterSource && path.endsWith('/') && isSourceFile(path.slice(0, -1));
  for (const place of isSlashed ? [] : places) {
    const found = lookUp(site, files, place, path);
    if (found?.kind === 'page')
      return { ...found, anchor, ...(anchor === undefined ? {} : others(site, files, places, found.path, path)) };
    if (found !== undefined) return found;
  }
  if (hostAlone.test(path) && link.kind === 'page') return { kind: 'missing', looked: path };
  const climbs = path !== address.path && site.links.publicFolders.length > 0;
  if (climbs) return { kind: 'missing', looked: path };
  if (path.startsWith('/') && link.kind === 'page' && !site.links.judgesAbsolute) return { kind: 'unjudged' };
  const mayBeNamed = site.links.otherAliases !== false && named.test(path);
  if (mayBeNamed && ![...site.links.aliases.keys()].some((prefix) => path.startsWith(prefix)))
    return { kind: 'unjudged' };
  if (isReadBesideOthers(site, from, link, path)) return { kind: 'unjudged' };
  if (places.some(({ at }) => site.links.unknowable(at, { from, written: path, element: link.element })))
    return { kind: 'unjudged' };
  // A code host may have something above the repository, and no file.
  if (places.length === 0 && isSourceFile(path) && !isPartial(from)) return { kind: 'missing', looked: path };
  if (places.length === 0) return { kind: 'unjudged' };
  const looked = places[0]?.at ?? path;
  const isRewritten = site.links.rewritten && link.kind === 'page';
  if (isRewritten && !plain.test(path)) return { kind: 'unjudged' };
  const [unsure] = isRewritten ? [byPlugin] : places.flatMap(({ at }) => site.links.unsure(at, path) ?? []);
  return { kind: 'missing', looked, ...(unsure === undefined ? {} : { unsure }) };
}

/** Pages that the link leads to when it is read in another way, where the site does not say which way it is. */
function others(
  site: Site,
  files: FileIndex,
  places: readonly Candidate[],
  first: string,
  written: string,
): { readonly others?: readonly string[] } {
  if (!site.links.anyWay) return {};
  const pages = places.flatMap((place) => {
    const found = lookUp(site, files, place, written);
    return found?.kind === 'page' && found.path !== first ? [found.path] : [];
  });
  return pages.length === 0 ? {} : { others: pages };
}

/** An address in a partial is read beside the page that shows it, unless it names a source file. */
function isReadBesideOthers(site: Site, from: string, { kind }: Pick<Link, 'kind'>, path: string): boolean {
  const isPartial = site.routes.size > 0 && !site.routeOf.has(from);
  return isPartial && kind === 'page' && !path.startsWith('/') && !sourceEndings.has(extensionOf(path));
}

/** Files that are no pages: they lie beside the page that names them. */
const asset = /\.(?:png|jpe?g|gif|svg|webp|avif|pdf|docx|xlsx|zip)$/iu;

interface Candidate {
  /** `nowhere` is looked up in vain. */
  readonly kind: 'route' | 'file' | 'nowhere';
  readonly at: string;
}

function candidates(
  site: Site,
  from: string,
  link: Pick<Link, 'kind' | 'element'>,
  path: string,
): readonly Candidate[] {
  const { links } = site;
  for (const [prefix, folder] of links.aliases) {
    if (path.startsWith(prefix)) return filesAt([folder], path.slice(prefix.length));
  }
  if (path.startsWith('/')) {
    const isGivenBase = link.kind === 'page' && ['markdown', 'frontmatter'].includes(link.element);
    const isBelow = links.addsBase === 'refuses twice' && isGivenBase;
    const inside = isBelow
      ? path
      : (within(normaliseRoute(links.base), normaliseRoute(path)) ??
        (normaliseRoute(path) === normaliseRoute(links.base) ? '' : path));
    // What names the language has it.
    const localised = links
      .prefixes(from)
      .flatMap((prefix) =>
        within(normaliseRoute(prefix), normaliseRoute(inside)) === undefined ? [`${prefix}/${inside}`] : [],
      );
    const routes = [...new Set([...localised, inside, path].map(normaliseRoute))];
    // What a theme shows of the settings and of frontmatter no bundler sees: only public files are there.
    const isBundled = link.kind === 'page' || !['settings', 'frontmatter'].includes(link.element);
    const roots = isBundled ? links.sourceRoots(from) : [];
    const sources = filesAt(roots, path).filter(({ at }) => !isPublicByName(site, at));
    return [...routes.map((at) => ({ kind: 'route' as const, at })), ...sources];
  }
  return links.relative(link).flatMap((way) => {
    if (way === 'file') {
      const roots =
        links.relativeFromRoots && !path.startsWith('.') && !asset.test(path) ? links.sourceRoots(from) : [];
      if (comesBackByName(links.pagesFolder, from, path)) return [{ kind: 'nowhere' as const, at: path }];
      return filesAt([folderOf(from), ...roots], path).flatMap((place) => [place, ...twinsOf(site, place)]);
    }
    const own = site.routeOf.get(from);
    // No host has the source of a page below the address of another one.
    if (own === undefined || (links.trailingSlash && !links.anyWay && isSourceFile(path))) return [];
    // The address of a first page need not end as that of a folder, and a browser then reads a picture beside it.
    const folders = links.trailingSlash ? [own] : isIndex(site, from) ? [own, folderOf(own)] : [folderOf(own)];
    const isBeside = (link.kind === 'file' && link.element !== 'frontmatter') || links.addressEnds?.slash === false;
    return folders.slice(0, isBeside ? 2 : 1).flatMap((folder) => {
      const route = routeFrom(links.base, folder, path);
      // A page that is not translated is shown in the language that it is written in.
      const untranslated = links.prefixes(from).flatMap((prefix) => within(normaliseRoute(prefix), route) ?? []);
      return [route, ...untranslated].map((place) => ({ kind: 'route' as const, at: normaliseRoute(place) }));
    });
  });
}

/** From a page in this folder, as a browser joins it: with more `../` than there are folders it is read from the top of the host. */
function routeFrom(base: string, folder: string, path: string): string {
  const inside = base === '/' ? undefined : within(normaliseRoute(base), joinRoute(base, folder, path));
  return inside === undefined ? normaliseRoute(joinRoute(folder, path)) : `/${inside}`;
}

/** Files of a public folder are published without its name: `/public/a.txt` is nowhere, `/a.txt` is. */
function isPublicByName({ root, links }: Site, at: string): boolean {
  return links.publicFolders.some((folder) => folder !== root && folder !== '' && within(folder, at) !== undefined);
}

function comesBackByName(folder: string | undefined, from: string, path: string): boolean {
  const inside = folder === undefined ? undefined : within(folder, from);
  if (folder === undefined || folder === '' || inside === undefined) return false;
  const at = joinPath(folderOf(from), path);
  return at !== undefined && within(folder, at) !== undefined && joinPath(folderOf(inside), path) === undefined;
}

function twinsOf(site: Site, { at }: Candidate): Candidate[] {
  return site.links.twins(at).map((twin) => ({ kind: 'file', at: twin }));
}

function filesAt(folders: readonly string[], path: string): Candidate[] {
  return folders.flatMap((folder) => {
    const at = joinPath(folder, path);
    return at === undefined ? [] : [{ kind: 'file' as const, at }];
  });
}

function isIndex(site: Site, path: string): boolean {
  const name = withoutExtension(path.slice(path.lastIndexOf('/') + 1));
  return site.links.indexNames.includes(name) || site.links.endsInSlash?.(path) === true;
}

function lookUp(site: Site, files: FileIndex, { kind, at }: Candidate, written: string): LinkTarget | undefined {
  if (kind === 'nowhere') return undefined;
  return kind === 'route' ? lookUpRoute(site, files, at) : lookUpFile(site, files, at, written);
}

/** Where a route of the site leads: to a page, a public file, or where a redirect tells; undefined where it leads nowhere. */
export function lookUpRoute(site: Site, files: FileIndex, route: string): LinkTarget | undefined {
  const path = site.routes.get(route) ?? withEnding(site, route);
  if (path !== undefined) return { kind: 'page', path, anchor: undefined };
  for (const folder of site.links.publicFolders) {
    const file = joinPath(folder, route);
    if (file !== undefined && files.has(file) && !isUnpublished(site, file)) return { kind: 'file', path: file };
  }
  const to = redirected(site.redirects, route);
  if (to === undefined) return undefined;
  const target = site.routes.get(targetRoute(site.links, to) ?? '');
  return target === undefined
    ? { kind: 'unjudged' }
    : { kind: 'page', path: target, anchor: undefined, redirected: to };
}

/** A page is there, at an address without its ending. */
function isUnpublished({ links, pages }: Site, at: string): boolean {
  return extensionOf(at) === links.unpublishedEnding && pages.has(at);
}

/** The page of a route that has an ending after it; that of a source file means that file, not one of another kind. */
function withEnding({ routes, links }: Site, route: string): string | undefined {
  const ending = extensionOf(route);
  const isSource = ['.md', '.mdx'].includes(ending);
  if (ending === links.unpublishedEnding) return undefined;
  if (!isSource && !(links.htmlEnding && ['.html', '.htm'].includes(ending))) return undefined;
  const path = routes.get(route.slice(0, -ending.length).replace(/\/index$/u, '') || '/');
  const isOther = path !== undefined && extensionOf(path) !== ending && ending !== links.textEnding;
  return isSource && isOther ? undefined : path;
}

function lookUpFile(site: Site, files: FileIndex, at: string, written: string): LinkTarget | undefined {
  const { links, pages } = site;
  const isPage = sourceEndings.has(extensionOf(at));
  if (isUnpublished(site, at)) return undefined;
  if (files.has(at) && links.publishes(at) && (!isPage || links.sourceExtension || !pages.has(at))) {
    return pages.has(at) ? { kind: 'page', path: at, anchor: undefined } : { kind: 'file', path: at };
  }
  if (links.bareName) {
    const bare = links.htmlEnding && /\.html?$/iu.test(at) ? withoutExtension(at) : at;
    for (const extension of sourceEndings) {
      if (!written.endsWith('/') && pages.has(bare + extension))
        return { kind: 'page', path: bare + extension, anchor: undefined };
      for (const name of links.indexNames) {
        const index = joinPath(bare, name + extension);
        if (index !== undefined && pages.has(index)) return { kind: 'page', path: index, anchor: undefined };
      }
    }
  }
  return links.folders && files.hasFolder(at) ? { kind: 'file', path: at } : undefined;
}

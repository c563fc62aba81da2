import type { Link } from '../page/page-facts.ts';
import {
  extensionOf,
  folderOf,
  joinPath,
  joinRoute,
  normaliseRoute,
  sourceEndings,
  within,
  withoutExtension,
  parseAddress,
} from './paths.ts';
import type { FileIndex } from './file-index.ts';
import type { LinkTarget, Site } from './site.ts';
import { redirected, targetRoute } from './redirects.ts';

/** A name before all folders that a bundler replaces: `@images/a.png`. */
const alias = /^@[\w-]+\/./u;

/** The name of a host without its scheme, which a browser looks for beside the page. */
export const hostAlone = /^(?:www\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|io|dev|net)(?:\/|$)/iu;
/** No file ends as the hosts of governments and universities do. */
const webHost =
  /^(?:www\.[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+\.(?:netlify|vercel|web)\.app|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:gov|edu))(?:\/|$)/iu;
/** What ends as a host may, with a path behind it, and is no name of a file or of a program's folder. */
const otherHost =
  /^(?:[a-z\d-]+\.)+(?!(?:mdx?|html?|adoc|rst|js|ts|py|rb|sh|cs|pl|so|app|zip|d|git|wiki|docs|lproj|bundle)\/)[a-z]{2,6}\/[\w~]/iu;

/** True for what looks like the address of another host that lacks its scheme. */
export function lacksScheme(path: string): boolean {
  return hostAlone.test(path) || webHost.test(path) || otherHost.test(path);
}

type ReadLink = Pick<Link, 'url' | 'kind' | 'element' | 'conditional' | 'isCode'>;

/** Resolves one link of the page at `from`. */
export function resolveLink(site: Site, files: FileIndex, from: string, link: ReadLink): LinkTarget {
  const target = resolve(site, files, from, link);
  const why =
    link.isCode === true ? 'it stands in code' : link.conditional === true ? 'it stands under a condition' : undefined;
  if (why === undefined) return target;
  // What a condition or sample names may be there, or have the anchor, under the same condition alone.
  if (target.kind === 'missing') return { kind: 'unjudged', why };
  return target.kind === 'page' ? { ...target, anchor: undefined } : target;
}

function resolve(site: Site, files: FileIndex, from: string, link: ReadLink): LinkTarget {
  const { links } = site;
  const ownTarget = links.resolve?.(from, link);
  if (ownTarget !== undefined) return ownTarget;
  const address = parseAddress(link.url.trim());
  if (address.kind === 'malformed') return { kind: 'malformed' };
  if (address.kind !== 'internal') return { kind: 'unjudged' };
  const { anchor } = address;
  // A browser reads a backslash as a slash and goes no higher than the top of the host.
  const path = address.path.replaceAll('\\', '/').replace(/^(?:\/\.{1,2}(?=\/))+/u, '');
  if (path === '') return { kind: 'page', path: from, anchor };
  const places = /\.(?:mdx?|rst|adoc)\/$/iu.test(path) ? [] : candidates(site, from, link, path);
  const base = lacksBase(site, link, path) ? { lacksBase: true as const } : {};
  for (const place of places) {
    const foundTarget = lookUp(site, files, place, path, link);
    if (foundTarget?.kind === 'page') return { ...foundTarget, anchor, ...base };
    if (foundTarget?.kind === 'file') return { ...foundTarget, ...base };
    if (foundTarget !== undefined) return foundTarget;
  }
  if (hostAlone.test(path) && link.kind === 'page') return { kind: 'missing', looked: path };
  const why = whyUnknown(site, from, link, path, places);
  const source = places
    .map(({ at: candidate }) => candidate)
    .find((candidate) => sourceEndings.has(extensionOf(candidate)) && site.pages.has(candidate));
  if (source !== undefined) return { kind: 'missing', looked: source, source };
  return why === undefined ? { kind: 'missing', looked: places[0]?.at ?? path } : { kind: 'unjudged', why };
}

function whyUnknown(
  site: Site,
  from: string,
  { kind, element }: ReadLink,
  path: string,
  places: readonly Candidate[],
): string | undefined {
  if (alias.test(path)) return 'an alias of the bundler may begin so';
  const isPartial = site.routes.size > 0 && !site.routeOf.has(from);
  if (isPartial && kind === 'page' && !path.startsWith('/') && !sourceEndings.has(extensionOf(path)))
    return 'a browser reads it from the pages that include this file';
  if (places.length === 0 && !sourceEndings.has(extensionOf(path.replace(/\/$/u, ''))))
    return 'it leads out of the repository';
  return places
    .map(({ at }) => site.links.unknown(at, { from, written: path, element }))
    .find((reason) => reason !== undefined);
}

/** `public` looks for no page. */
interface Candidate {
  readonly kind: 'route' | 'public' | 'file';
  readonly at: string;
}

function candidates(
  site: Site,
  from: string,
  link: Pick<Link, 'kind' | 'element'>,
  path: string,
): readonly Candidate[] {
  const { links } = site;
  for (const [prefix, folder] of links.aliases)
    if (path.startsWith(prefix)) return filesAt([folder], path.slice(prefix.length));
  if (path.startsWith('/')) return fromTop(site, from, link, path);
  return links.relative(link).flatMap((way) => {
    if (way === 'route') return fromRoute(site, from, path);
    const ending = extensionOf(path);
    const isAsset = ending !== '' && !sourceEndings.has(ending);
    const roots = path.startsWith('.') || isAsset ? [] : links.sourceRoots(from, 'relative');
    return filesAt([folderOf(from), ...roots], path).flatMap((place) => [
      place,
      ...links.fallbacks(place.at).map((at) => ({ kind: 'file' as const, at })),
    ]);
  });
}

function fromTop(site: Site, from: string, link: Pick<Link, 'kind' | 'element'>, path: string): readonly Candidate[] {
  const { links } = site;
  const inside = withinBase(links.base, path) ?? path;
  const routes = links.prefixes(from, normaliseRoute(inside)).map((prefix) => normaliseRoute(`${prefix}/${inside}`));
  // What a theme shows of settings and frontmatter no bundler sees: only public files are there.
  const isBundled = link.kind === 'page' || !['settings', 'frontmatter'].includes(link.element);
  const roots = isBundled ? links.sourceRoots(from, 'absolute') : [];
  return [
    ...[...new Set(routes)].map((at) => ({ kind: 'route' as const, at })),
    ...[...new Set([inside, path].map(normaliseRoute))].map((at) => ({ kind: 'public' as const, at })),
    ...filesAt(roots, path).filter(({ at }) => !isPublicByName(site, at)),
  ];
}

function withinBase(base: string, path: string): string | undefined {
  const [top, route] = [normaliseRoute(base), normaliseRoute(path)];
  return route === top ? '/' : within(top, route);
}

function lacksBase({ links }: Site, link: ReadLink, path: string): boolean {
  const isFromTop = path.startsWith('/') && path !== '/' && normaliseRoute(links.base) !== '/';
  return isFromTop && !links.addsBase(link) && withinBase(links.base, path) === undefined;
}

/** As a browser joins the address with that of the page. */
function fromRoute(site: Site, from: string, path: string): readonly Candidate[] {
  const { links } = site;
  const own = site.routeOf.get(from);
  const slash = links.trailingSlash(from);
  // No host has the source of a page below the address of another one.
  if (own === undefined || (slash === true && sourceEndings.has(extensionOf(path)))) return [];
  const folders = [...(slash === false ? [] : [own]), ...(slash === true ? [] : [folderOf(own)])];
  return folders.flatMap((folder) => {
    const outside = joinRoute(links.base, folder, path);
    const route = withinBase(links.base, outside) ?? joinRoute(folder, path);
    // A page that is not translated is shown in the language that it is written in.
    const prefixes = links.prefixes(from, '/');
    const untranslated = prefixes.includes('')
      ? prefixes.flatMap((prefix) => (prefix === '' ? [] : (within(prefix, route) ?? [])))
      : [];
    return [route, ...untranslated].map((at) => ({ kind: 'route' as const, at: normaliseRoute(at) }));
  });
}

/** Files of a public folder are published without its name: `/public/a.txt` is nowhere, `/a.txt` is. */
function isPublicByName({ root, links }: Site, at: string): boolean {
  return links.publicFolders.some((folder) => folder !== root && folder !== '' && within(folder, at) !== undefined);
}

function filesAt(folders: readonly string[], path: string): Candidate[] {
  return folders.flatMap((folder) => {
    const at = joinPath(folder, path);
    return at === undefined ? [] : [{ kind: 'file' as const, at }];
  });
}

function lookUp(
  site: Site,
  files: FileIndex,
  { kind, at }: Candidate,
  written: string,
  link: ReadLink,
): LinkTarget | undefined {
  if (kind === 'public') return lookUpPublic(site, files, at);
  return kind === 'route' ? lookUpRoute(site, files, at) : lookUpFile(site, files, at, written, link);
}

/** Where a route of the site leads: to a page, a public file, or where a redirect says; undefined where it is missing. */
function lookUpRoute(site: Site, files: FileIndex, route: string): LinkTarget | undefined {
  const path = site.routes.get(route) ?? withEnding(site, route);
  if (path !== undefined) return { kind: 'page', path, anchor: undefined };
  const file = lookUpPublic(site, files, route);
  if (file !== undefined) return file;
  const to = redirected(site.redirects, route) ?? redirected(site.redirects, route.replace(/\.(?:html?|mdx?)$/u, ''));
  if (to === undefined) return undefined;
  const target = site.routes.get(targetRoute(to) ?? '');
  return target === undefined
    ? { kind: 'unjudged', why: 'a redirect answers it' }
    : { kind: 'page', path: target, anchor: undefined, redirected: to };
}

function lookUpPublic({ links, pages }: Site, files: FileIndex, at: string): LinkTarget | undefined {
  const path = links.publicFolders
    .flatMap((folder) => joinPath(folder, at) ?? [])
    .find((file) => files.has(file) && !pages.has(file));
  return path === undefined ? undefined : { kind: 'file', path };
}

/** The page of a route with `.html` after it. */
function withEnding({ routes, links }: Site, route: string): string | undefined {
  const bare = route.replace(/(?:\/index)?\.html?$/u, '');
  return links.names.html && bare !== route ? routes.get(bare === '' ? '/' : bare) : undefined;
}

function lookUpFile(
  { links, pages }: Site,
  files: FileIndex,
  at: string,
  written: string,
  link: ReadLink,
): LinkTarget | undefined {
  const { names } = links;
  const isSource = sourceEndings.has(extensionOf(at));
  if (pages.has(at)) return isSource && !names.source(link) ? undefined : { kind: 'page', path: at, anchor: undefined };
  // A source file that is no page is not published.
  if (files.has(at) && !isSource) return { kind: 'file', path: at };
  if (!names.bare) return undefined;
  const bare = names.html && /\.html?$/iu.test(at) ? withoutExtension(at) : at;
  const stems = [...(written.endsWith('/') ? [] : [bare]), ...names.index.map((name) => joinPath(bare, name) ?? name)];
  const path = stems
    .flatMap((stem) => [...sourceEndings].map((ending) => stem + ending))
    .find((place) => pages.has(place));
  return path === undefined ? undefined : { kind: 'page', path, anchor: undefined };
}

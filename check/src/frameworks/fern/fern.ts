import type { Link, PageFacts } from '../../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { folderOf, foldersAbove, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import { createRedirect, redirected } from '../../site/redirects.ts';
import { createRouteTable } from '../../site/route-table.ts';
import type { Site } from '../../site/site.ts';
import { namesPage, provesAddresses } from '../generators/proven-addresses.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import { readFernVersions, type FernVersion } from './navigation.ts';

/**
 * Components of Fern that bring no anchor, and those that bring one of their title; parameters and parts of an API may bring others.
 * https://buildwithfern.com/learn/docs/writing-content/components/overview
 */
const quietComponents = new Set(
  `Accordion AccordionGroup Step Steps Tab Tabs
  Aside Badge Button ButtonGroup Bleed Callout Card CardGroup Check Code CodeBlock CodeBlocks CodeGroup Columns Column Copy
  Danger Download Error Frame Icon Image If Indent Info Launch LaunchNote Markdown Note Success Tip Tooltip Warning`
    .split(/\s+/u)
    .filter(Boolean),
);

/** Of a title that others have too, the later ones have a number. */
function titlesOf(components: PageFacts['components']): string[] {
  const titles = components.flatMap(({ attributes }) => attributes['title'] ?? attributes['id'] ?? []);
  return titles.flatMap((title, index) =>
    titles.indexOf(title) === index ? [title] : [`${title}-1`, `${title}-${index}`, `${title}-${index + 1}`],
  );
}

/**
 * Gives the pages of a site of Fern the addresses that its navigation does. Its links stay those of a site that is known in
 * part: what they should be, most of the others show.
 */
export async function readFern(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const versions = await readFernVersions(files, configPath);
  const outside = versions.flatMap(({ pages }) =>
    pages.flatMap(({ file }) => (within(root, file) === undefined && files.has(file) ? [folderOf(file)] : [])),
  );
  const base = baseOf(settings);
  const redirects = listOf(settings['redirects'])
    .map(recordOf)
    .map(({ source, destination }) =>
      createRedirect(configPath, { line: 1, column: 1 }, textOf(source) ?? '/', textOf(destination) ?? '/'),
    );
  const isRedirected = (at: string): boolean =>
    [at, normaliseRoute(base + at)].some((one) => redirected(redirects, one) !== undefined);
  const placesIn = (kind: 'made' | 'sections'): ReadonlySet<string> =>
    new Set(versions.flatMap((version) => version[kind].map((at) => normaliseRoute(version.prefix + at))));
  const [made, sections] = [placesIn('made'), placesIn('sections')];
  const isMade = (at: string): boolean =>
    sections.has(at) || made.has('/') || [at, ...foldersAbove(at)].some((start) => start !== '' && made.has(start));

  const refine = (site: Site): Site => {
    const { routes, routeOf } = createRouteTable(routesOf(versions, site));
    const prefixesOf = new Map<string, Set<string>>();
    for (const { prefix, pages } of versions)
      for (const { file } of pages) prefixesOf.set(file, (prefixesOf.get(file) ?? new Set()).add(prefix.slice(1)));
    const prefixes = (from: string): readonly string[] => [...(prefixesOf.get(from) ?? [])].filter(Boolean);
    const answered = (at: string): boolean => site.links.answered(at) || isRedirected(at) || isMade(at);
    /** Where an address may lead, from the top of the site and from that of the version of its page. */
    const placesOf = (from: string, url: string): readonly string[] => {
      const at = normaliseRoute(url.replace(/[?#].*$/su, ''));
      const inside = normaliseRoute(within(base.slice(1), at.slice(1)) ?? at);
      return [inside, ...prefixes(from).map((prefix) => normaliseRoute(`/${prefix}${inside}`))];
    };
    const sizes = sizesOf(routes.keys());
    const routesByPage = Map.groupBy(routes.keys(), (route) => routes.get(route) ?? '');
    const topsOfMade = new Set([...made].map(topOf));
    /** Of a section of several pages the navigation tells all, but where Fern makes some. */
    const isInSection = (at: string): boolean =>
      (sizes.get(topOf(at)) ?? 0) >= severalPages && !topsOfMade.has(topOf(at));
    let proven: boolean | undefined;
    const isProven = (): boolean =>
      (proven ??= provesAddresses(site, (from, url) => {
        const places = placesOf(from, url);
        return places.some((at) => routes.has(at)) ? true : places.some(answered) ? undefined : false;
      }));
    return {
      ...site,
      routes,
      routeOf,
      anchors: { ...site.anchors, quietComponents, componentAnchors: titlesOf },
      links: {
        ...site.links,
        base,
        prefixes,
        answered,
        resolve: (from, link) =>
          pictureAt(files, root, from, link, routeOf.has(from)) ??
          besideFile(routes, routesByPage, answered, from, link),
        unknowable: (at, link) =>
          link !== undefined &&
          namesPage(link.written) &&
          (isProven() || isInSection(placesOf(link.from, link.written)[0] ?? ''))
            ? placesOf(link.from, link.written).some(answered)
            : site.links.unknowable(at, link),
      },
    };
  };
  return { content: [root, ...new Set(outside)], unpublished: [], refine };
}

/**
 * A picture from the top is one of the folder of the settings, and any other lies beside its page, or that which shows it: Fern
 * uploads it from there and publishes no folder of files.
 * https://github.com/fern-api/fern/blob/main/packages/cli/docs-markdown-utils/src/parseImagePaths.ts
 */
function pictureAt(
  files: FileIndex,
  root: string,
  from: string,
  { kind, url, element }: Pick<Link, 'kind' | 'url' | 'element'>,
  isPage: boolean,
): LinkTarget | undefined {
  const address = kind === 'file' && ofMedia.has(element) ? parseAddress(url) : undefined;
  if (address?.kind !== 'internal' || !isPicture(address.path)) return undefined;
  if (!address.path.startsWith('/') && !isPage) return undefined;
  const at = joinPath(address.path.startsWith('/') ? root : folderOf(from), address.path);
  if (at === undefined) return undefined;
  return files.has(at) ? { kind: 'file', path: at } : { kind: 'missing', looked: at };
}

const ofMedia = new Set(['markdown', 'img', 'video', 'audio', 'source', 'embed']);

/** Pages of a section, from which on its name is hardly one that another program of the host has too. */
const severalPages = 3;

/** The first folder of an address. */
function topOf(at: string): string {
  return /^\/[^/]*/u.exec(at)?.[0] ?? '';
}

function sizesOf(routes: Iterable<string>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const route of routes) {
    const top = topOf(route);
    if (top !== '') sizes.set(top, (sizes.get(top) ?? 0) + 1);
  }
  return sizes;
}

/** The name of a file beside a page, which is published by another name: a browser looks for it beside the address of the page. */
function besideFile(
  routes: Site['routes'],
  routesByPage: ReadonlyMap<string, readonly string[]>,
  answered: (at: string) => boolean,
  from: string,
  { kind, url, element }: Pick<Link, 'kind' | 'url' | 'element'>,
): LinkTarget | undefined {
  const address = kind === 'page' && element === 'markdown' ? parseAddress(url) : undefined;
  if (address?.kind !== 'internal' || !/^(?:\.{1,2}\/)*[\w-]+$/u.test(address.path)) return undefined;
  const { path } = address;
  const places = (routesByPage.get(from) ?? []).flatMap((route) =>
    [folderOf(route), route].flatMap((folder) => {
      const at = joinPath(folder.slice(1), path);
      return at === undefined ? [] : normaliseRoute(at);
    }),
  );
  const found = places.flatMap((at) => routes.get(at) ?? [])[0];
  if (found !== undefined) return { kind: 'page', path: found, anchor: address.anchor };
  const isPublished = ['.mdx', '.md'].some((ending) => routesByPage.has(joinPath(folderOf(from), path + ending) ?? ''));
  const [looked] = places;
  return !isPublished || looked === undefined || places.some(answered) ? undefined : { kind: 'missing', looked };
}

/** A page that says its own address in frontmatter has it from the top of its version. */
function routesOf(versions: readonly FernVersion[], site: Site): (readonly [string, readonly string[]])[] {
  return versions.flatMap(({ prefix, pages }) =>
    pages.map(({ file, routes }) => {
      const own = textOf(site.pages.get(file)?.frontmatter['slug']);
      const all = own === undefined ? routes : [normaliseRoute(`/${own}`), ...routes];
      return [file, all.map((route) => normaliseRoute(prefix + route))] as const;
    }),
  );
}

/** `docs.acme.com/tool` publishes the site below `/tool`. */
function baseOf(settings: Readonly<Record<string, unknown>>): string {
  const [instance] = listOf(settings['instances']).map(recordOf);
  const domain = [instance?.['custom-domain']].flat()[0] ?? instance?.['url'];
  return normaliseRoute((textOf(domain) ?? '').replace(/^(?:https?:\/\/)?[^/]*/u, ''));
}

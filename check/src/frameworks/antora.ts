import { asciidocDialect, type Dialect, type Link, type PageFacts } from '../page/page-facts.ts';
import { listOf, parseValue, recordOf, textOf } from '../settings/parse-settings.ts';
import { anyAnchors } from '../site/anchor-index.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  type Framework,
  type LinkTarget,
  type Navigation,
  type Site,
  type SiteSources,
  plainLinkRules,
  plainSite,
} from '../site/site.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, within, withoutExtension } from '../site/paths.ts';
import { resolveLink } from '../site/resolve-link.ts';
import { createRouteTable } from '../site/routes.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { antoraExtensions } from './known-plugins.ts';

/** Antora: a component version for each `antora.yml`. https://docs.antora.org/antora/latest/component-version-descriptor/ */
export const antora: Framework = {
  name: 'antora',
  async findSites(files) {
    const paths = files.paths.filter((path) => fileNameOf(path) === 'antora.yml');
    const descriptors = await Promise.all(paths.map((path) => readDescriptor(files, path)));
    const extensions = await readExtensions(files);
    return descriptors
      .map((descriptor) => findSite(files, descriptor, descriptors, extensions))
      .filter(({ dialects }) => dialects.size > 0);
  },
};

/* Settings */

/** A component version in the repository. */
interface Descriptor {
  readonly name: string;
  readonly version: string;
  readonly root: string;
  readonly path: string;
  readonly text: string;
  readonly nav: readonly string[];
}

async function readDescriptor(files: FileIndex, path: string): Promise<Descriptor> {
  const text = (await files.readText(path)) ?? '';
  const { name, version, nav } = recordOf(parseValue(text, path));
  return {
    path,
    text,
    root: folderOf(path),
    name: textOf(name) ?? '',
    version: typeof version === 'number' ? String(version) : (textOf(version) ?? ''),
    nav: listOf(nav).flatMap((entry) => textOf(entry) ?? []),
  };
}

/** Unknown extensions of all playbooks, since the playbook that publishes the pages is not known. */
interface Extensions {
  /** May add and change pages. https://docs.antora.org/antora/latest/extend/extensions/ */
  readonly pages: string | undefined;
  /** May add sections and ids to pages. https://docs.antora.org/antora/latest/asciidoc/extend-asciidoc/ */
  readonly anchors: string | undefined;
}

async function readExtensions(files: FileIndex): Promise<Extensions> {
  const paths = files.paths.filter((path) => /playbook[^/]*\.ya?ml$/iu.test(fileNameOf(path)));
  const playbooks = await Promise.all(paths.map(async (path) => parseValue((await files.readText(path)) ?? '', path)));
  const unknownOf = (part: string): string | undefined =>
    playbooks
      .flatMap((value) => listOf(recordOf(recordOf(value)[part])['extensions']))
      .flatMap((extension) => textOf(extension) ?? textOf(recordOf(extension)['require']) ?? [])
      .find((name) => !antoraExtensions.test(name));
  const pageExtension = unknownOf('antora');
  return { pages: pageExtension, anchors: pageExtension ?? unknownOf('asciidoc') };
}

/* Pages */

function findSite(
  files: FileIndex,
  descriptor: Descriptor,
  descriptors: readonly Descriptor[],
  extensions: Extensions,
): SiteSources {
  const { root } = descriptor;
  const navFiles = new Set(descriptor.nav.flatMap((entry) => joinPath(root, entry) ?? []));
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const family = path.endsWith('.adoc') ? coordinatesOf(root, path)?.family : undefined;
    if (family === 'page' || family === 'partial' || navFiles.has(path)) dialects.set(path, asciidocDialect);
  }
  return {
    framework: 'antora',
    root,
    configPath: descriptor.path,
    contentFolders: [joinPath(root, 'modules') ?? 'modules'],
    dialects,
    build: (pages) => buildSite(files, descriptor, descriptors, extensions, pages),
  };
}

function buildSite(
  files: FileIndex,
  descriptor: Descriptor,
  descriptors: readonly Descriptor[],
  extensions: Extensions,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const { root } = descriptor;
  const isPublished = (path: string): boolean => {
    const { family, relative = '' } = coordinatesOf(root, path) ?? {};
    return family === 'page' && !/(?:^|\/)[_.]/u.test(relative);
  };
  const table = createRouteTable(
    [...pages.keys()].filter(isPublished).map((path) => [path, [routeOf(descriptor, path)]]),
  );
  const aliases = aliasesOf(descriptor, pages);
  // Several folders may make one version of a component.
  const parts = descriptors.filter(({ name, version }) => name === descriptor.name && version === descriptor.version);
  const unknown = (target: string): string | undefined =>
    parts.some((part) => files.has(`${part.root}/${target}`)) ? 'another folder of the component has it' : undefined;
  const placesFor = (from: string, id: ResourceId, family: string): readonly string[] => {
    // Prefer the version of the source page.
    const roots = descriptors
      .filter(({ name }) => name === (id.component ?? descriptor.name))
      .map((otherDescriptor) => otherDescriptor.root)
      .toSorted((a, b) => Number(b === root) - Number(a === root));
    return placesOf(id, { path: from, root }, family, roots);
  };
  const resolve = (from: string, link: Pick<Link, 'url' | 'element'>): LinkTarget => {
    const [written = '', ...hashParts] = link.url.split('#');
    const anchor = hashParts.length === 0 ? undefined : hashParts.join('#');
    // Antora resolves only cross references.
    if (link.element === 'link' || /^(?:[a-z][a-z\d+.-]*:\/\/|data:|\/)/iu.test(written)) return { kind: 'unjudged' };
    if (written === '') return { kind: 'page', path: from, anchor };
    const family = link.element === 'xref' ? 'page' : 'image';
    const address = family === 'page' && !/\.\w+$/u.test(written) ? `${written}.adoc` : written;
    const id = parseResourceId(address);
    const places = placesFor(from, id, family);
    const foundPath = places.find((path) => files.has(path)) ?? places.flatMap((path) => aliases.get(path) ?? [])[0];
    if (foundPath !== undefined)
      return pages.has(foundPath) ? { kind: 'page', path: foundPath, anchor } : { kind: 'file', path: foundPath };
    const why = whyElsewhere(from, id, places);
    return why === undefined ? { kind: 'missing', looked: places[0] ?? address } : { kind: 'unjudged', why };
  };
  /** Why another repository may have the target. https://docs.antora.org/antora/latest/playbook/content-source-url/ */
  const whyElsewhere = (from: string, id: ResourceId, places: readonly string[]): string | undefined => {
    const { version, component, module, relative } = id;
    if (version !== undefined || (component !== undefined && component !== descriptor.name))
      return 'another repository may have this component';
    const isHere = places.some((place) => files.hasFolder(place.slice(0, place.length - relative.length - 1)));
    if (module !== undefined && !isHere) return 'another repository may have this module';
    const isPartial = coordinatesOf(root, from)?.family === 'partial';
    return module === undefined && isPartial && files.paths.some((path) => path.endsWith(`/${relative}`))
      ? 'it is read from the module of the page that shows this part'
      : undefined;
  };
  const site: Site = {
    ...plainSite,
    framework: 'antora',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    links: { ...plainLinkRules, resolve, unknown },
    includePlaces: (from, source) => {
      const id = parseResourceId(source);
      const isElsewhere = id.version !== undefined || (id.component !== undefined && id.component !== descriptor.name);
      if (isElsewhere) return [];
      if (id.family === undefined && id.module === undefined)
        return [joinPath(folderOf(from), id.relative) ?? []].flat();
      const places = placesFor(from, id, 'page');
      return id.module === undefined || places.some((place) => files.hasFolder(folderOf(place))) ? places : [];
    },
    anchors: anyAnchors,
    unread: {
      addresses: extensions.pages === undefined ? undefined : `${extensions.pages} of a playbook may add pages`,
      anchors:
        extensions.anchors === undefined
          ? undefined
          : `${extensions.anchors} of a playbook may add sections and ids to pages`,
      page: (path) =>
        coordinatesOf(root, path)?.family === 'partial' ? 'another component may show this part' : undefined,
    },
    problems: table.duplicates,
  };
  return { ...site, navigation: navigationOf(descriptor, site, files) };
}

function routeOf({ name, version, root }: Descriptor, path: string): string {
  const { module = '', relative = '' } = coordinatesOf(root, path) ?? {};
  const page = withoutExtension(relative).replace(/(?:^|\/)index$/u, '');
  return normaliseRoute(
    [name, version, module]
      .map((part) => (part === 'ROOT' ? '' : part))
      .concat(page)
      .join('/'),
  );
}

/** Former names of pages, which cross references may still use. https://docs.antora.org/antora/latest/page/page-aliases/ */
function aliasesOf(descriptor: Descriptor, pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [path, { frontmatter }] of pages)
    for (const name of (textOf(frontmatter['page-aliases']) ?? '').split(',').map((part) => part.trim())) {
      if (name === '') continue;
      const id = parseResourceId(/\.\w+$/u.test(name) ? name : `${name}.adoc`);
      for (const place of placesOf(id, { path, root: descriptor.root }, 'page', [descriptor.root]))
        aliases.set(place, path);
    }
  return aliases;
}

/* Resource ids: https://docs.antora.org/antora/latest/page/resource-id-coordinates/ */

interface ResourceId {
  readonly version: string | undefined;
  readonly component: string | undefined;
  readonly module: string | undefined;
  readonly family: string | undefined;
  readonly relative: string;
}

/** Folders of a module by resource family. */
const families: Readonly<Record<string, readonly string[]>> = {
  page: ['pages'],
  partial: ['partials', 'pages/_partials'],
  example: ['examples'],
  image: ['images', 'assets/images'],
  attachment: ['attachments', 'assets/attachments'],
};

/** `version@component:module:family$relative`. */
function parseResourceId(written: string): ResourceId {
  const [, version, component, module, family, relative = ''] =
    /^(?:([^@:$]*)@)?(?:(?:([^:$]*):)?([^:$]*):)?(?:([a-z]+)\$)?(.*)$/u.exec(written) ?? [];
  return { version, component, module: component !== undefined && module === '' ? 'ROOT' : module, family, relative };
}

/** Module and family of a file. */
function coordinatesOf(
  root: string,
  path: string,
): { readonly module: string; readonly family: string; readonly relative: string } | undefined {
  const [, module, folder, relative] = /^modules\/([^/]+)\/(?:([a-z]+)\/)?(.+)$/u.exec(within(root, path) ?? '') ?? [];
  if (module === undefined || relative === undefined) return undefined;
  const family = Object.keys(families).find((name) => families[name]?.[0] === folder);
  return { module, family: family ?? 'nav', relative };
}

/** Possible paths of a resource. */
function placesOf(
  id: ResourceId,
  from: { readonly path: string; readonly root: string },
  defaultFamily: string,
  roots: readonly string[],
): readonly string[] {
  const coordinates = coordinatesOf(from.root, from.path);
  const folders = families[id.family ?? defaultFamily];
  if (coordinates === undefined || folders === undefined) return [];
  if (id.relative.startsWith('./') && id.module === undefined && coordinates.family === defaultFamily)
    return [joinPath(folderOf(from.path), id.relative) ?? []].flat();
  // Leading `../` has no effect at the root of a family.
  const familyPath = id.relative.replace(/^(?:\.{1,2}\/)+/u, '');
  return roots.flatMap((root) =>
    folders.flatMap((folder) => joinPath(root, 'modules', id.module ?? coordinates.module, folder, familyPath) ?? []),
  );
}

/* Navigation */

function navigationOf(descriptor: Descriptor, site: Site, files: FileIndex): Navigation | undefined {
  if (descriptor.nav.length === 0) return undefined;
  const places = createTextPlaces(descriptor.text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const queue: string[] = [];
  for (const entry of descriptor.nav) {
    const place = places.next(entry);
    const path = joinPath(descriptor.root, entry);
    if (path !== undefined && files.has(path)) queue.push(path);
    else missing.push({ path: descriptor.path, ...place, entry });
  }
  let exhaustive = true;
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (shown.has(path)) continue;
    shown.add(path);
    const { links = [], includes = [] } = site.pages.get(path) ?? {};
    for (const link of links) {
      const target = resolveLink(site, files, path, link);
      if (target.kind === 'page') shown.add(target.path);
    }
    for (const { source, shows } of includes) {
      if (shows === 'generated') exhaustive = false;
      else queue.push(...(site.includePlaces?.(path, source) ?? []));
    }
  }
  // `start_page` is usually the index of its module.
  for (const path of site.routeOf.keys()) if (path.endsWith('/index.adoc')) shown.add(path);
  return { exhaustive, pages: shown, missing };
}

import { parse } from 'yaml';
import { asciidocDialect, type Dialect, type Link, type PageFacts } from '../../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { anyAnchors } from '../../site/any-anchors.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, withoutExtension } from '../../site/paths.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { resolveLink } from '../../site/resolve-link.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainLinkRules,
  plainSite,
  type Framework,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
} from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { linksLeft } from './links-left.ts';
import { readPlaybookExtensions, type PlaybookExtensions } from './playbooks.ts';
import { coordinatesOf, parseResourceId, placesOf, type ComponentVersion, type ResourceId } from './resource-id.ts';

interface Descriptor extends ComponentVersion {
  readonly path: string;
  readonly text: string;
  readonly nav: readonly string[];
  /** Modules and families, as `ROOT page`, into which files of other folders are mapped. */
  readonly mapped: ReadonlySet<string>;
  readonly problems: readonly SiteProblem[];
}

/** Antora: a component version for each `antora.yml`. https://docs.antora.org/antora/latest/component-version-descriptor/ */
export const antora: Framework = {
  name: 'antora',
  async findSites(files) {
    const paths = files.paths.filter((path) => fileNameOf(path) === 'antora.yml');
    const all = await Promise.all(paths.map((path) => readDescriptor(files, path)));
    const extensions = await readPlaybookExtensions(files);
    return all.map((own) => findSite(files, own, all, extensions)).filter(({ dialects }) => dialects.size > 0);
  },
};

async function readDescriptor(files: FileIndex, path: string): Promise<Descriptor> {
  const text = (await files.readText(path)) ?? '';
  const { value, problems } = readYaml(text, path);
  const { name, version, nav } = recordOf(value);
  return {
    path,
    text,
    root: folderOf(path),
    name: textOf(name) ?? '',
    version: typeof version === 'number' ? String(version) : (textOf(version) ?? ''),
    nav: listOf(nav).flatMap((entry) => textOf(entry) ?? []),
    mapped: await readMappings(files, folderOf(path)),
    problems,
  };
}

/** https://www.npmjs.com/package/@djencks/antora-aggregate-collector: a file of mappings beside the descriptor. */
async function readMappings(files: FileIndex, root: string): Promise<ReadonlySet<string>> {
  const path = joinPath(root, 'ac-mappings.yml') ?? '';
  const text = files.has(path) ? await files.readText(path) : undefined;
  if (text === undefined) return new Set();
  const { mappings } = recordOf(readYaml(text, path).value);
  return new Set(
    listOf(mappings)
      .map(recordOf)
      .map(({ module, family }) => `${textOf(module) ?? 'ROOT'} ${textOf(family) ?? 'page'}`),
  );
}

function readYaml(text: string, path: string): { readonly value: unknown; readonly problems: readonly SiteProblem[] } {
  try {
    return { value: parse(text, { logLevel: 'silent' }), problems: [] };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    const message = `The settings are not valid YAML: ${reason.replace(/:?$/u, '.')}`;
    const place = { line: undefined, column: undefined };
    return { value: {}, problems: [{ path, rule: 'settings-syntax', severity: 'error', ...place, message }] };
  }
}

function findSite(
  files: FileIndex,
  own: Descriptor,
  all: readonly Descriptor[],
  extensions: PlaybookExtensions,
): SiteSources {
  const { root } = own;
  const navFiles = new Set(own.nav.flatMap((entry) => joinPath(root, entry) ?? []));
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    if (!path.endsWith('.adoc')) continue;
    const family = coordinatesOf(root, path)?.family;
    if (family === 'page' || family === 'partial' || navFiles.has(path)) dialects.set(path, asciidocDialect);
  }
  return {
    framework: 'antora',
    root,
    configPath: own.path,
    contentFolders: [joinPath(root, 'modules') ?? 'modules'],
    dialects,
    build: (pages) => buildSite(files, own, all, extensions, pages),
  };
}

function buildSite(
  files: FileIndex,
  own: Descriptor,
  all: readonly Descriptor[],
  extensions: PlaybookExtensions,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const { root } = own;
  const routed = [...pages.keys()].filter(
    (path) =>
      coordinatesOf(root, path)?.family === 'page' && !/(?:^|\/)[_.]/u.test(coordinatesOf(root, path)?.relative ?? ''),
  );
  const table = createRouteTable(routed.map((path) => [path, [routeOf(own, path)]]));
  const aliases = aliasesOf(own, pages);
  const isCollected = /\bcollector\s*:/u.test(own.text);
  const rootsOf = (name: string): readonly string[] =>
    all
      .filter((other) => other.name === name)
      .map((other) => other.root)
      // Of several versions, an address means its own.
      .toSorted((one, other) => Number(other === root) - Number(one === root));
  const placesFor = (from: string, written: string, family: string): readonly string[] => {
    const id = parseResourceId(written);
    const roots = rootsOf(id.component ?? own.name);
    // A module that is not here comes of another repository with a part of the same component.
    const places = placesOf(id, { path: from, root }, family, roots);
    const isHere = places.some((place) => files.hasFolder(place.slice(0, place.length - id.relative.length - 1)));
    return id.module === undefined || isHere ? places : [];
  };
  /** `name:page.adoc`, where a component of that name has the page and no module has: of a component two colons are written. */
  const isComponent = (from: string, { module, family = 'page', relative }: ResourceId): boolean =>
    module !== undefined && placesFor(from, `${module}::${family}$${relative}`, family).some((path) => files.has(path));
  const resolve = (from: string, link: Pick<Link, 'url' | 'element'>): LinkTarget => {
    const [written = '', ...rest] = link.url.split('#');
    const anchor = rest.length === 0 ? undefined : rest.join('#');
    if (link.element === 'link' || /^(?:[a-z][a-z\d+.-]*:\/\/|data:|\/)/iu.test(written)) return { kind: 'unjudged' };
    if (written === '') return { kind: 'page', path: from, anchor };
    const family = link.element === 'xref' ? 'page' : 'image';
    const address = family === 'page' && !/\.\w+$/u.test(written) ? `${written}.adoc` : written;
    const places = placesFor(from, address, family);
    const found = places.find((path) => files.has(path)) ?? places.flatMap((path) => aliases.get(path) ?? [])[0];
    if (found !== undefined)
      return pages.has(found) ? { kind: 'page', path: found, anchor } : { kind: 'file', path: found };
    const id = parseResourceId(address);
    const { version, component, module, relative } = id;
    if (version === undefined && component === undefined && places.length === 0 && isComponent(from, { ...id, family }))
      return { kind: 'missing', looked: address };
    if (isMapped(places[0]) && hasNamesake(relative)) return { kind: 'unjudged' };
    const isElsewhere =
      version !== undefined || (component !== undefined && component !== own.name) || places.length === 0;
    if (isElsewhere || (module === undefined && isShownElsewhere(from, relative))) return { kind: 'unjudged' };
    // What is there of its kind lies in one of the folders that a module may have for it.
    const near = places.find((place) => files.hasFolder(folderOf(place)));
    return { kind: 'missing', looked: near ?? places[0] ?? address };
  };
  const mapped = new Set(all.filter(({ name }) => name === own.name).flatMap((one) => [...one.mapped]));
  const isMapped = (place = ''): boolean => {
    const { module, family } = (mapped.size === 0 ? undefined : coordinatesOf(root, place)) ?? {};
    return mapped.has(`${module ?? ''} ${family ?? ''}`);
  };
  let names: ReadonlySet<string> | undefined;
  const hasNamesake = (relative: string): boolean =>
    (names ??= new Set(files.paths.map(fileNameOf))).has(fileNameOf(relative));
  /** What stands in a partial is read from the module of the page that shows it. */
  const isShownElsewhere = (from: string, relative: string): boolean =>
    isPartial(from) && files.paths.some((path) => path.endsWith(`/${relative}`));
  const isPartial = (path: string): boolean => coordinatesOf(root, path)?.family === 'partial';
  const site: Site = {
    framework: 'antora',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    ...plainSite,
    links: {
      ...plainLinkRules,
      resolve,
      includePlaces: (from, source) => {
        const { version, component, module, family, relative } = parseResourceId(source);
        if (version !== undefined || (component !== undefined && component !== own.name)) return [];
        // https://gitlab.com/antora/antora-collector-extension brings files before the build.
        if (family === 'example' && isCollected) return [];
        if (family !== undefined || module !== undefined) return placesFor(from, source, 'page');
        return [joinPath(folderOf(from), relative) ?? []].flat();
      },
    },
    anchors: {
      ...anyAnchors,
      uncertain:
        extensions.ofAnchors === undefined
          ? undefined
          : `${extensions.ofAnchors} of a playbook may add sections and ids to pages`,
    },
    // https://docs.antora.org/antora/latest/playbook/content-source-url/: a component may have several.
    guessed: (path, rule, sought) => {
      if (rule === 'missing-file' && isPublishedPicture(files, root, path, sought?.written ?? ''))
        return 'Antora leaves an address that it does not find as it is, and this one is right for a browser';
      if (sought !== undefined && sought.kind !== 'anchor' && isMapped(sought.at))
        return 'ac-mappings.yml puts files of other folders there';
      if (sought?.kind === 'page' && extensions.ofPages !== undefined)
        return `${extensions.ofPages} of a playbook may add pages`;
      if (sought !== undefined && sought.kind !== 'anchor' && sought.at.includes(':'))
        return 'a source of elsewhere may have a module of the name of that component';
      if (rule === 'broken-include') return 'a build or another source of this component may bring it';
      return isPartial(path) && rule === 'broken-link' ? 'another component may show this part' : undefined;
    },
    problems: [...own.problems, ...table.duplicates, ...linksLeft(pages, (path) => table.routeOf.has(path))],
  };
  return { ...site, navigation: navigationOf(own, site, files) };
}

/**
 * Pictures of a module are published in its `_images`, beside its pages. What Antora does not find stays as it was written
 * (`transformImageNode` of @antora/asciidoc-loader 3.1.15), and a browser looks for it beside the page.
 */
function isPublishedPicture(files: FileIndex, root: string, from: string, written: string): boolean {
  const { module = '', family, relative = '' } = coordinatesOf(root, from) ?? {};
  if (family !== 'page') return false;
  const at = joinPath(module === 'ROOT' ? '' : module, folderOf(relative), written) ?? '';
  const [, other = 'ROOT', picture] = /^(?:([^/]+)\/)?_images\/(.+)$/u.exec(at) ?? [];
  if (picture === undefined) return false;
  const id = { version: undefined, component: undefined, module: other, family: 'image', relative: picture };
  return placesOf(id, { path: from, root }, 'image', [root]).some((place) => files.has(place));
}

function routeOf({ name, version, root }: Descriptor, path: string): string {
  const { module = '', relative = '' } = coordinatesOf(root, path) ?? {};
  const page = withoutExtension(relative).replace(/(?:^|\/)index$/u, '');
  return normaliseRoute(
    [name === 'ROOT' ? '' : name, version === 'ROOT' ? '' : version, module === 'ROOT' ? '' : module, page].join('/'),
  );
}

/** Names that pages had before, under which cross references still find them. https://docs.antora.org/antora/latest/page/page-aliases/ */
function aliasesOf(own: Descriptor, pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [path, { frontmatter }] of pages) {
    for (const name of (textOf(frontmatter['page-aliases']) ?? '').split(',').map((part) => part.trim())) {
      if (name === '') continue;
      const id = parseResourceId(/\.\w+$/u.test(name) ? name : `${name}.adoc`);
      for (const place of placesOf(id, { path, root: own.root }, 'page', [own.root])) aliases.set(place, path);
    }
  }
  return aliases;
}

function navigationOf(own: Descriptor, site: Site, files: FileIndex): Navigation | undefined {
  if (own.nav.length === 0) return undefined;
  const places = createTextPlaces(own.text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const queue: string[] = [];
  for (const entry of own.nav) {
    const place = places.next(entry);
    const path = joinPath(own.root, entry);
    if (path !== undefined && files.has(path)) queue.push(path);
    else missing.push({ path: own.path, ...place, entry });
  }
  let complete = true;
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (shown.has(path)) continue;
    shown.add(path);
    const facts = site.pages.get(path);
    for (const link of facts?.links ?? []) {
      const target = resolveLink(site, files, path, link);
      if (target.kind === 'page') shown.add(target.path);
    }
    for (const { source, shows } of facts?.includes ?? []) {
      if (shows === 'generated') complete = false;
      else queue.push(...(site.links.includePlaces?.(path, source) ?? []));
    }
  }
  // A page that is started from (`start_page`) is usually the index of its module.
  for (const path of site.routeOf.keys()) if (path.endsWith('/index.adoc')) shown.add(path);
  return { exhaustive: complete, pages: shown, missing };
}

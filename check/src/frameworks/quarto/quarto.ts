import type { Link, PageFacts } from '../../page/page-facts.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import { createRouteTable } from '../../site/route-table.ts';
import type { Site, Sought } from '../../site/site.ts';
import { filesNamedInCode } from '../generators/named-in-code.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import { leftBehind } from './left-behind.ts';
import { readQuartoNavigation } from './navigation.ts';

/** What Quarto makes pages of. https://quarto.org/docs/projects/quarto-projects.html#render-targets */
export const quartoEndings: readonly string[] = ['.qmd', '.md', '.ipynb', '.rmd'];

/** Files and folders that it renders into no page of their own, and that pages include. */
const ofPart = /(?:^|\/)[_.]/u;

/** What cross-references, floats and theorems are called, which code and Lua may write. https://quarto.org/docs/authoring/cross-references.html */
const ofFloat =
  /^(?:fig|tbl|lst|eq|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|nte|tip|wrn|imp|cau|quarto|suppfig|ref|cb\d+|tabset)-/u;

/** What a name of code leads to tells a filter: https://machow.github.io/quartodoc/get-started/interlinks.html */
const ofInterlinks = /^(?::[\w:]{1,40}:)?(?:`|%60)[^`]*(?:`|%60)$/u;

/**
 * What a `_quarto.yml` tells: which files are pages, and what its navigation names. A link names the source file, whose address
 * Quarto puts in its place; where there is no such file it stays as it is, and leads nowhere.
 * https://quarto.org/docs/websites/#linking, https://github.com/quarto-dev/quarto-cli/blob/main/src/project/project-index.ts
 */
export async function readQuarto(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const project = recordOf(settings['project']);
  const isBook = project['type'] === 'book';
  const output = joinPath(root, textOf(project['output-dir']) ?? (isBook ? '_book' : '_site'));
  const isRendered = createIsRendered([project['render']].flat().flatMap((one) => textOf(one) ?? []));
  const isPage = (path: string): boolean => {
    const inside = within(root, path);
    if (inside === undefined || /^readme\.[rq]?md$/iu.test(fileNameOf(path))) return false;
    // What stands at the top of a repository is read on its code host.
    if (root === '' && isForgeFile(path)) return false;
    if (output !== undefined && output !== root && within(output, path) !== undefined) return false;
    return ofPart.test(inside) || isRendered(inside);
  };
  const why = whyMade(settings, project);
  const made = foldersMade(settings).flatMap((folder) => joinPath(root, folder) ?? []);
  const isMade = (at: string): boolean => made.some((folder) => at === folder || within(folder, at) !== undefined);
  const navigation = await readQuartoNavigation(files, root, configPath, settings, isMade);
  const named = await filesNamedInCode(
    files,
    files.paths.filter((path) => /\.[qr]md$/iu.test(path) && isPage(path)),
  );

  const refine = (site: Site): Site => {
    const isPart = (path: string): boolean => ofPart.test(within(root, path) ?? path);
    const pages = [...site.pages.keys()].filter((path) => !isPart(path));
    const table = createRouteTable(pages.map((path) => [path, [routeOfFile(root, path)]] as const));
    const others = addressesOfPages(root, site.pages);
    const anchorsOfBook = (): ReadonlySet<string> =>
      new Set([...site.pages.values()].flatMap((facts) => [...site.anchors.slugs(facts.headings), ...idsOf(facts)]));
    let known: ReadonlySet<string> | undefined;
    return {
      ...site,
      routes: table.routes,
      routeOf: table.routeOf,
      navigation,
      links: {
        ...site.links,
        publicFolders: [root],
        sourceRoots: () => [root],
        namesSources: true,
        mayAnswer: (route) =>
          why !== undefined || others.has(joinPath(root, route) ?? route) || isMade(joinPath(root, route) ?? route),
        includePlaces: (from, source) => placesOfInclude(root, from, source),
        resolve: (from, link) => {
          if (ofInterlinks.test(link.url)) return { kind: 'unjudged' };
          const address = parseAddress(link.url);
          if (address.kind !== 'internal' || address.path === '') return undefined;
          const at = joinPath(address.path.startsWith('/') ? root : folderOf(from), address.path);
          if (at === undefined) return undefined;
          const found = pageAt(site, at, others, address.anchor);
          if (found !== undefined) return found;
          if (files.has(at)) return { kind: 'file', path: at };
          const beside = output === undefined ? undefined : joinPath(output, within(root, at) ?? ' ');
          if (beside !== undefined && (files.has(beside) || files.hasFolder(beside)))
            return { kind: 'file', path: beside };
          // What is included is read beside the page that shows it.
          if (isPart(from) || isMade(at) || named.has(fileNameOf(at))) return { kind: 'unjudged' };
          return isSource(link, address.path) && within(root, at) !== undefined
            ? { kind: 'missing', looked: at }
            : undefined;
        },
      },
      anchors: {
        ...site.anchors,
        madeElsewhere: (anchor) => ofFloat.test(anchor) || anchor.includes('='),
        everywhere: [...site.anchors.everywhere, 'title-block-header', 'toc-title', 'references', 'refs', 'footnotes'],
        ...(isBook
          ? {
              reachesElsewhere: (anchor, facts) =>
                site.anchors.reachesElsewhere(anchor, facts) || (known ??= anchorsOfBook()).has(anchor),
            }
          : {}),
      },
      guessed: (path, rule, sought) =>
        site.guessed?.(path, rule, sought) ??
        (sought === undefined || sought.kind === 'anchor' ? undefined : (why ?? whyBeside(sought))),
      problems: why === undefined ? [...site.problems, ...leftBehind(site.pages, files, root, isPart)] : site.problems,
    };
  };
  return { content: [], unpublished: output === undefined || output === root ? [] : [output], isPage, refine };
}

/** A page by its source or by what is made of it; one of its other addresses is not judged. */
function pageAt(
  { pages }: Site,
  at: string,
  others: ReadonlySet<string>,
  anchor: string | undefined,
): LinkTarget | undefined {
  const bare = /\.html?$/iu.test(at) ? withoutExtension(at) : undefined;
  const sources = [at, ...(bare === undefined ? [] : quartoEndings.map((ending) => bare + ending))];
  const path = sources.find((one) => pages.has(one));
  if (path !== undefined) return { kind: 'page', path, anchor };
  return others.has(withoutEndOfPage(at)) ? { kind: 'unjudged' } : undefined;
}

/** Of what names no source, a program beside Quarto may put a folder or page into what is published. */
function whyBeside({ kind, written }: Sought): string | undefined {
  const path = written.replace(/[?#].*$/su, '');
  return kind === 'page' && ['', '.html'].includes(extensionOf(path))
    ? 'what is put beside the pages of Quarto is not known'
    : undefined;
}

/** From the top of the project, or beside its page, a picture or the source of a page is a file and nothing else. */
function isSource({ kind }: Pick<Link, 'kind'>, path: string): boolean {
  return quartoEndings.includes(extensionOf(path)) || (kind === 'file' && path.startsWith('/') && isPicture(path));
}

function idsOf({ ids }: PageFacts): string[] {
  return ids.map(({ id }) => id);
}

function routeOfFile(root: string, path: string): string {
  return withoutExtension(within(root, path) ?? path).replace(/(?:^|\/)index$/u, '/');
}

function withoutEndOfPage(path: string): string {
  return path.replace(/(?:^|\/)index\.html?$/iu, '').replace(/\.html?$/iu, '');
}

/** `aliases` lead to a page, and `output-file` is another name of it. https://quarto.org/docs/websites/website-navigation.html#redirects */
function addressesOfPages(root: string, pages: ReadonlyMap<string, PageFacts>): ReadonlySet<string> {
  const all = [...pages].flatMap(([path, { frontmatter }]) =>
    [frontmatter['aliases'], frontmatter['output-file']].flat().flatMap((written) => {
      const address = textOf(written);
      return address === undefined ? [] : (joinPath(address.startsWith('/') ? root : folderOf(path), address) ?? []);
    }),
  );
  return new Set(all.map(withoutEndOfPage));
}

/** Beside the page, or from the top of the project. https://quarto.org/docs/authoring/includes.html */
function placesOfInclude(root: string, from: string, source: string): readonly string[] {
  if (/[<>{}$]/u.test(source)) return [];
  return [joinPath(source.startsWith('/') ? root : folderOf(from), source) ?? [], joinPath(root, source) ?? []].flat();
}

/**
 * True for a path from the top of the project that `render` names: files, folders and patterns, which are looked for in all folders
 * unless they begin at the top, and others after `!`. https://quarto.org/docs/reference/globs.html
 */
function createIsRendered(render: readonly string[]): (inside: string) => boolean {
  const matcher = (globs: readonly string[]): ((inside: string) => boolean) => {
    const all = globs.map((glob) => glob.replace(/^\.\//u, '').replace(/\/$/u, ''));
    const patterns = all.flatMap((glob) => {
      const top = glob.replace(/^\//u, '');
      const found = [top, `${top}/**`];
      return glob.startsWith('/') || !/[*?[{]/u.test(glob) ? found : [...found, `**/${top}`];
    });
    return matchPaths(patterns);
  };
  const others = render.filter((glob) => glob.startsWith('!'));
  const own = render.filter((glob) => !glob.startsWith('!'));
  const [isNamed, isLeftOut] = [matcher(own), matcher(others.map((glob) => glob.slice(1)))];
  return (inside) => (own.length === 0 || isNamed(inside)) && !isLeftOut(inside);
}

/** Folders of pages that a program writes before the build: https://machow.github.io/quartodoc/get-started/overview.html */
function foldersMade(settings: Readonly<Record<string, unknown>>): string[] {
  const ofCode = settings['quartodoc'];
  return ofCode === undefined ? [] : [textOf(recordOf(ofCode)['dir']) ?? 'reference'];
}

/** Scripts that run before the build may write pages, those after it other files, and filters in Lua may change addresses. */
function whyMade(
  settings: Readonly<Record<string, unknown>>,
  project: Readonly<Record<string, unknown>>,
): string | undefined {
  if (project['pre-render'] !== undefined || project['post-render'] !== undefined)
    return 'a script that runs with the build may write it';
  const formats = Object.values(recordOf(settings['format'])).map((format) => recordOf(format)['filters']);
  const filters = [settings['filters'], ...formats].flatMap(listOf).map(textOf);
  return filters.some((filter) => filter?.endsWith('.lua') === true)
    ? 'a filter in Lua may change addresses'
    : undefined;
}

/** A heading as pandoc names it. https://pandoc.org/MANUAL.html#extension-auto_identifiers */
export function pandocSlug(text: string): string {
  const kept = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_.-]+/gu, '')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/^\P{L}+/u, '');
  return kept === '' ? 'section' : kept;
}

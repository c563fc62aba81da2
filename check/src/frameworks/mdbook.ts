import type { Dialect, PageFacts } from '../page/page-facts.ts';
import { parseValue, recordOf, textOf } from '../settings/parse-settings.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  joinRoute,
  normaliseRoute,
  within,
  withoutExtension,
} from '../site/paths.ts';
import { createRedirect, withoutBase } from '../site/redirects.ts';
import { resolveLink } from '../site/resolve-link.ts';
import { createRouteTable } from '../site/routes.ts';
import {
  plainAnchors,
  plainLinkRules,
  plainNames,
  plainSite,
  type Framework,
  type Navigation,
  type Site,
  type SiteProblem,
  type SiteSources,
} from '../site/site.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { genericDialect } from './generic.ts';

/** mdBook: `book.toml`, and the chapters that `SUMMARY.md` lists. https://rust-lang.github.io/mdBook/format/summary.html */
export const mdbook: Framework = {
  name: 'mdbook',
  async findSites(files) {
    const configs = files.paths.filter((path) => fileNameOf(path) === 'book.toml');
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter(({ dialects }) => dialects.size > 0);
  },
};

const dialect: Dialect = { ...genericDialect, includes: 'mdbook' };

/** Preprocessors that do not change links or anchors. */
const quietPreprocessor = /^(?:links|index|toc|admonish|mermaid|katex|linkcheck|pagetoc|emojicodes|alerts|footnote)$/u;

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly text: string;
  readonly content: string;
  readonly base: string;
  readonly redirects: Readonly<Record<string, unknown>>;
  /** A preprocessor that may change pages. */
  readonly preprocessor: string | undefined;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources> {
  const root = folderOf(configPath);
  const text = (await files.readText(configPath)) ?? '';
  const { book, output, preprocessor } = recordOf(parseValue(text, configPath));
  const html = recordOf(recordOf(output)['html']);
  const content = joinPath(root, textOf(recordOf(book)['src']) ?? 'src') ?? root;
  const paths = files.paths.filter((path) => within(content, path) !== undefined && extensionOf(path) === '.md');
  const parts: Parts = {
    files,
    root,
    configPath,
    text,
    content,
    base: textOf(html['site-url']) ?? '/',
    redirects: recordOf(html['redirect']),
    preprocessor: Object.keys(recordOf(preprocessor)).find((name) => !quietPreprocessor.test(name)),
  };
  return {
    framework: 'mdbook',
    root,
    configPath,
    contentFolders: content === root ? [] : [content],
    dialects: new Map(paths.map((path) => [path, dialect])),
    build: (pages) => buildSite(parts, pages),
  };
}

function buildSite(parts: Parts, read: ReadonlyMap<string, PageFacts>): Site {
  const { files, root, configPath, content, base, preprocessor } = parts;
  const summary = joinPath(content, 'SUMMARY.md') ?? 'SUMMARY.md';
  const pages = ignoreDrafts(read, summary);
  const routeOf = (path: string): string => routeOfFile(within(content, path) ?? path);
  const table = createRouteTable([...pages.keys()].map((path) => [path, [routeOf(path)]]));
  const places = createTextPlaces(parts.text);
  const site: Site = {
    ...plainSite,
    framework: 'mdbook',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    redirectsIn: configPath,
    redirects: Object.entries(parts.redirects).flatMap(([from, to]) => {
      if (typeof to !== 'string') return [];
      const target = /^[a-z][a-z\d+.-]*:/iu.test(to)
        ? to
        : routeOfFile(withoutBase(base, joinRoute(to.startsWith('/') ? '' : folderOf(from), to)));
      return [createRedirect(configPath, places.next(from), routeOfFile(from), target)];
    }),
    otherRedirects: false,
    links: {
      ...plainLinkRules,
      base,
      // mdBook rewrites only the extension of a link.
      addsBase: () => false,
      publicFolders: [content],
      relative: () => ['file', 'route'],
      // The page of a README is `index.html`, and links may name `index.md` for it.
      fallbacks: (route) =>
        /^index\.(?:md|html)$/u.test(fileNameOf(route)) ? [joinPath(folderOf(route), 'README.md') ?? route] : [],
      names: { ...plainNames, bare: true, index: ['index', 'README'] },
      // Files outside the content folder are not published, even if a relative path leads out and back in.
      resolve: (from, { url }) => {
        const path = url.replace(/[?#].*$/su, '');
        const isRelative = path !== '' && !/^[a-z][a-z\d+.-]*:|^\//iu.test(path);
        const climbs = isRelative && joinPath(folderOf(within(content, from) ?? from), path) === undefined;
        return climbs && !['', '.html'].includes(extensionOf(path)) ? { kind: 'missing', looked: path } : undefined;
      },
      unknown: (route, link) => {
        const inside =
          route.startsWith('/') && link?.written.startsWith('/') === true ? undefined : within(content, route);
        if (route.endsWith('.html') && inside === undefined) return 'another book may be published there';
        return route.startsWith('/') && link?.written.startsWith('/') === true && extensionOf(route) !== '.md'
          ? 'an address from the top is left as it is, and another program of the host may answer it'
          : undefined;
      },
    },
    includePlaces: (from, source) => (source.startsWith('/') ? [] : [joinPath(folderOf(from), source) ?? []].flat()),
    anchors: { ...plainAnchors, headings: ({ headings, htmlHeadings = [] }) => [...headings, ...htmlHeadings] },
    unread: {
      addresses: preprocessor === undefined ? undefined : `the preprocessor ${preprocessor} may change addresses`,
      anchors: preprocessor === undefined ? undefined : `the preprocessor ${preprocessor} may change pages`,
    },
  };
  const facts = pages.get(summary);
  if (facts === undefined) return site;
  return { ...site, navigation: navigationOf(site, summary, files), problems: findBareNames(site, summary, files) };
}

/** `guide/a.md` and `/guide/a.html` are `/guide/a`. */
function routeOfFile(inside: string): string {
  return normaliseRoute(withoutExtension(inside).replace(/(?:^|\/)(?:index|README)$/u, '/'));
}

/** `[A chapter]()` in the summary is a draft chapter. */
function ignoreDrafts(pages: ReadonlyMap<string, PageFacts>, summary: string): ReadonlyMap<string, PageFacts> {
  const facts = pages.get(summary);
  if (facts === undefined) return pages;
  const problems = facts.problems.filter(({ rule }) => rule !== 'empty-link');
  return new Map([...pages, [summary, { ...facts, problems }]]);
}

/** A listed chapter that does not exist is reported as a broken link of the summary. */
function navigationOf(site: Site, summary: string, files: FileIndex): Navigation {
  const targets = (site.pages.get(summary)?.links ?? []).map((link) => resolveLink(site, files, summary, link));
  const shown = targets.flatMap((target) => (target.kind === 'page' ? [target.path] : []));
  return { exhaustive: true, pages: new Set([summary, ...shown]), missing: [] };
}

/** mdBook opens the exact file that the summary names, without adding an extension. */
function findBareNames(site: Site, path: string, files: FileIndex): SiteProblem[] {
  return (site.pages.get(path)?.links ?? []).flatMap((link) => {
    const { url, line, column } = link;
    const isBare = url !== '' && extensionOf(url.replace(/#.*$/su, '')) === '';
    if (!isBare || resolveLink(site, files, path, link).kind !== 'page') return [];
    const message = `The summary names ${url}, which is no file: mdBook adds no ending to it.`;
    return [{ path, line, column, rule: 'navigation-missing-page', message }];
  });
}

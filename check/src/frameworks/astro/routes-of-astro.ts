import type { PageFacts } from '../../page/page-facts.ts';
import { loadModule } from '../../settings/load-module.ts';
import { recordOf, textOf } from '../../settings/narrow.ts';
import { wholeSettings } from '../../settings/whole-settings.ts';
import { findAppRoutes, mayMake } from '../../site/app-routes.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import { readHostRedirects } from '../../site/host-redirects.ts';
import { parseAddress } from '../../site/parse-address.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  normaliseRoute,
  within,
  withoutExtension,
} from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import { hasNoOwnPlugin } from '../starlight/own-plugins-of-astro.ts';
import { unknownIntegration } from '../starlight/settings.ts';

/** A project of Astro whose pages are all made by routes of the repository. */
export interface AstroProject {
  /** Where its Markdown lies. */
  readonly source: string;
  /** True for an address at which a route, a file or the host may answer. */
  readonly answers: (address: string) => boolean;
}

const configFile = /^astro\.config\.(?:[cm]?js|[cm]?ts)$/u;

/**
 * Projects without a theme or integration that adds pages: then routes are those of `src/pages` alone.
 * https://docs.astro.build/en/guides/routing/
 */
export async function findAstroProjects(files: FileIndex, sites: readonly string[]): Promise<readonly AstroProject[]> {
  const configs = files.paths.filter((path) => configFile.test(fileNameOf(path)) && !sites.includes(path));
  return (await Promise.all(configs.map((path) => readProject(files, path)))).flatMap((one) => one ?? []);
}

async function readProject(files: FileIndex, configPath: string): Promise<AstroProject | undefined> {
  const root = folderOf(configPath);
  const text = (await files.readText(configPath)) ?? '';
  const { settings, isWhole } = wholeSettings((await loadModule(files, configPath))?.default, []);
  const { base, srcDir, publicDir, integrations, redirects } = settings;
  const source = joinPath(root, textOf(srcDir) ?? 'src') ?? 'src';
  const pages = joinPath(source, 'pages') ?? '';
  const rewrites = ['middleware.ts', 'middleware.js', 'middleware/index.ts', 'middleware/index.js'].some((name) =>
    files.has(joinPath(source, name) ?? ''),
  );
  const mayHaveMore =
    !isWhole ||
    rewrites ||
    base !== undefined ||
    !(integrations === undefined || Array.isArray(integrations)) ||
    unknownIntegration(integrations) !== undefined;
  if (mayHaveMore || !hasNoOwnPlugin(text) || /\bfallback\s*:/u.test(text)) return undefined;
  const { routes, patterns } = findAppRoutes(files, pages, 'file');
  const ofMarkdown = files.paths.flatMap((path) => {
    const inside = /\.(?:mdx?|html)$/u.test(path) ? within(pages, path) : undefined;
    return inside === undefined ? [] : [normaliseRoute(withoutExtension(inside).replace(/(?:^|\/)index$/u, '/'))];
  });
  const fixed = new Set([...routes.values(), ...ofMarkdown]);
  if (fixed.size + patterns.length === 0) return undefined;
  const ofHost = (await readHostRedirects(files))();
  const moved = Object.keys(recordOf(redirects));
  const movedFrom = new Set(moved.map(normaliseRoute));
  // What of one is filled in is not compared.
  if (moved.some((from) => from.includes('['))) return undefined;
  const publicFolder = joinPath(root, textOf(publicDir) ?? 'public') ?? 'public';
  return {
    source,
    answers: (address) => {
      const route = normaliseRoute(address.replace(/(?:\/index)?\.html?$/u, ''));
      if (fixed.has(route) || ofHost.answers(route)) return true;
      const file = joinPath(publicFolder, address) ?? '';
      if (files.has(file) || files.hasFolder(file) || files.has(`${file}.html`)) return true;
      if (movedFrom.has(route)) return true;
      return patterns.some((pattern) => {
        const whole = pattern.startsWith('/') ? pattern : `/${pattern}`;
        return `${route}/`.startsWith(whole.slice(0, whole.indexOf('['))) && mayMake(whole, route);
      });
    },
  };
}

/**
 * Addresses from the top that no route of their project answers, of whose name it has a page: other programs of the host have pages of
 * other names.
 */
export function* withoutRoute(
  projects: readonly AstroProject[],
  pages: ReadonlyMap<string, PageFacts>,
): Iterable<SiteProblem> {
  for (const { source, answers } of projects) {
    const own = [...pages].filter(([path]) => within(source, path) !== undefined && !isForgeFile(path));
    const names = new Set(own.map(([path]) => fileNameOf(withoutExtension(path).replace(/\/index$/u, ''))));
    for (const [path, { links }] of own)
      for (const { url, kind, element, line, column } of links) {
        const address = kind === 'page' && element !== 'frontmatter' ? parseAddress(url) : undefined;
        if (address?.kind !== 'internal' || !/^\/[\w-]/u.test(address.path)) continue;
        const isPage = ['', '.html'].includes(extensionOf(address.path.replace(/\/$/u, '')));
        const name = fileNameOf(withoutExtension(address.path.replace(/\/$/u, '')));
        if (!isPage || !names.has(name) || answers(address.path)) continue;
        const message = `The link ${url} leads to no page: no route of ${source}/pages answers it. Not certain: the host may.`;
        yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
      }
  }
}

import { type Dialect, unreadDialect } from '../page/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import { matchStars, normaliseRoute, type PathMatcher, within, withoutExtension } from './paths.ts';
import type { SiteProblem } from './site.ts';

export interface RouteTable {
  readonly routes: ReadonlyMap<string, string>;
  readonly routeOf: ReadonlyMap<string, string>;
  /** Pages that would be published at an address that another page already has. */
  readonly duplicates: readonly SiteProblem[];
}

/** Builds the table from pages and their routes, in the order in which the framework prefers them. */
export function createRouteTable(entries: Iterable<readonly [path: string, routes: readonly string[]]>): RouteTable {
  const routes = new Map<string, string>();
  const routeOf = new Map<string, string>();
  const duplicates: SiteProblem[] = [];
  for (const [path, own] of entries) {
    for (const route of own.map(normaliseRoute)) {
      const other = routes.get(route);
      if (other === undefined) routes.set(route, path);
      else if (other !== path && !isProgram(path) && !isProgram(other)) duplicates.push(duplicate(path, route, other));
      if (!routeOf.has(path)) routeOf.set(path, route);
    }
  }
  return { routes, routeOf, duplicates };
}

/** A page that is a program (Next.js, Astro, React Router) shows what it likes, such as the content of that address. */
function isProgram(path: string): boolean {
  return /\.(?:[jt]sx?|astro)$/u.test(path);
}

function duplicate(path: string, route: string, other: string): SiteProblem {
  const message = `This page is published at ${route}, where ${other} is published too; only one of them can be read.`;
  return { path, rule: 'duplicate-route', line: undefined, column: undefined, message };
}

/** Pages that are programs: their addresses are known, their content is not read. */
export interface AppRoutes {
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** Route of every page with a fixed address, also of those in Markdown, for whose dialect the framework speaks. */
  readonly routes: ReadonlyMap<string, string>;
  /** Routes below which addresses are made when the site is built. */
  readonly dynamic: readonly string[];
  /** Whether each of these may make an address. https://docs.astro.build/en/guides/routing/#dynamic-routes */
  readonly patterns: readonly PathMatcher[];
}

/** Reads the folder of pages of Astro or of the Next.js pages router (`file`), or the app router of Next.js (`folder`). */
export function findAppRoutes(files: FileIndex, folder: string, style: 'file' | 'folder'): AppRoutes {
  const dialects = new Map<string, Dialect>();
  const routes = new Map<string, string>();
  const dynamic: string[] = [];
  const patterns: PathMatcher[] = [];
  for (const path of files.paths) {
    const inside = within(folder, path);
    if (inside === undefined) continue;
    const route = style === 'file' ? fileRoute(inside) : folderRoute(inside);
    if (route === undefined) continue;
    const bracket = route.indexOf('[');
    if (bracket !== -1) {
      dynamic.push(normaliseRoute(route.slice(0, bracket)));
      const glob = route.replace(/\[\.{3}[^\]]*\]/gu, '**').replace(/\[[^\]]*\]/gu, '*');
      const matches = matchStars(glob.slice(1), { dot: true });
      patterns.push((at) => matches(at.slice(1)));
      continue;
    }
    if (!/\.mdx?$/u.test(path)) dialects.set(path, unreadDialect);
    routes.set(path, route);
  }
  return { dialects, routes, dynamic, patterns };
}

function fileRoute(inside: string): string | undefined {
  if (!/\.(?:astro|[cm]?[jt]sx?)$/u.test(inside) || /(?:^|\/)_|\.d\.ts$|\.test\./u.test(inside)) return undefined;
  return normaliseRoute(withoutExtension(inside).replace(/(?:^|\/)index$/u, '/'));
}

/** https://nextjs.org/docs/app/getting-started/project-structure: `(group)` and `@slot` folders are no part of the address, the language is left to the middleware. */
function folderRoute(inside: string): string | undefined {
  const match = /^(.*?)(?:^|\/)(?:page\.mdx?|(?:page|route)\.[cm]?[jt]sx?)$/u.exec(inside);
  if (match === null) return undefined;
  const localised = (match[1] ?? '').replace(/^\[(?:lang|lng|locale)\](?:\/|$)/u, '');
  const segments = localised.split('/').filter((segment) => !/^\(.*\)$|^@/u.test(segment));
  return segments.some((segment) => segment.startsWith('_')) ? undefined : normaliseRoute(segments.join('/'));
}

import { normaliseRoute } from './paths.ts';
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

import { unreadDialect } from '../../page/page-facts.ts';
import { CallValue } from '../../settings/evaluated-values.ts';
import { loadModule } from '../../settings/load-module.ts';
import { listOf, textOf } from '../../settings/narrow.ts';
import type { AppRoutes } from '../../site/app-routes.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';

interface Route {
  /** The module that answers it. */
  readonly path: string;
  /** As it is written, with parameters. */
  readonly pattern: string;
}

/** A parameter or the rest of an address, of React Router and of TanStack Router. */
const parameter = /(?:^|\/)(?:[:*$]|\{-?\$)/u;
/** The language of the reader, which stands before all routes. */
const language = /^\/?(?::|\$|\{-?\$)(?:lang|lng|locale)\}?\??(?=\/|$)/u;
/** A module that says of all other addresses that nothing is there. */
const ofNothing = /^(?:not-?found|404|catch-?all)\.[jt]sx?$/iu;

/** The routes of TanStack Router or React Router; undefined where none of these tells all of them. */
export async function findRoutesOfRouter(files: FileIndex, root: string): Promise<AppRoutes | undefined> {
  const routes = (await routesOfTanStack(files, root)) ?? (await routesOfReactRouter(files, root));
  if (routes === undefined) return undefined;
  const known = new Map<string, string>();
  const dynamic: string[] = [];
  const patterns: string[] = [];
  for (const { path, pattern } of routes) {
    const at = parameter.exec(pattern)?.index;
    const route = normaliseRoute(pattern.slice(0, at));
    if (at === undefined && files.has(path) && !known.has(path)) {
      known.set(path, route);
      continue;
    }
    if (route === '/' && at !== undefined) {
      if (ofNothing.test(fileNameOf(path))) continue;
      return undefined;
    }
    dynamic.push(route);
    patterns.push(pattern);
  }
  return {
    dialects: new Map([...known.keys()].map((path) => [path, unreadDialect])),
    routes: known,
    dynamic,
    patterns,
  };
}

/**
 * Every module in the folder of `__root` names its own route: segments that begin with `_` or stand in parentheses are no part of the
 * address, nor is a `_` at the end of one. https://tanstack.com/router/latest/docs/framework/react/routing/file-naming-conventions
 */
async function routesOfTanStack(files: FileIndex, root: string): Promise<readonly Route[] | undefined> {
  const top = files.paths.find(
    (path) => within(root, path) !== undefined && /(?:^|\/)routes\/__root\.[jt]sx?$/u.test(path),
  );
  if (top === undefined) return undefined;
  const paths = files.paths.filter((path) => within(folderOf(top), path) !== undefined && /\.[jt]sx?$/u.test(path));
  const modules = await Promise.all(paths.map(async (path) => ({ path, text: (await files.readText(path)) ?? '' })));
  return modules.flatMap(({ path, text }) =>
    [...text.matchAll(/\bcreate(?:\w+)?FileRoute\(\s*['"]([^'"]*)['"]/gu)].map(([, id = '']) => ({
      path,
      pattern: id
        .split('/')
        .filter((segment) => !/^_|^\(.*\)$/u.test(segment))
        .map((segment) => segment.replace(/(?<=.)_$/u, ''))
        .join('/')
        .replace(language, ''),
    })),
  );
}

/** `routes.ts` lists all. https://reactrouter.com/start/framework/routing */
async function routesOfReactRouter(files: FileIndex, root: string): Promise<readonly Route[] | undefined> {
  const folder = joinPath(root, 'app') ?? 'app';
  const path = ['routes.ts', 'routes.js'].map((name) => `${folder}/${name}`).find((name) => files.has(name));
  if (path === undefined) return undefined;
  const list = (await loadModule(files, path))?.default;
  return Array.isArray(list) ? routesIn(list, '', folder) : undefined;
}

/** Undefined where something else than a call of these functions stands in the list. */
function routesIn(list: readonly unknown[], above: string, folder: string): readonly Route[] | undefined {
  const found: Route[] = [];
  for (const call of list) {
    if (!(call instanceof CallValue)) return undefined;
    const [first, second] = call.args.map(textOf);
    const isRoute = call.callee === 'route';
    const file = isRoute ? second : first;
    if (!(isRoute || ['index', 'layout'].includes(call.callee)) || file === undefined) return undefined;
    const pattern = isRoute ? `${above}/${(first ?? '').replace(/^\/+/u, '')}` : above;
    const children = call.args.find((given) => Array.isArray(given));
    const below = routesIn(listOf(children), pattern, folder);
    if (below === undefined) return undefined;
    // A layout answers no address, and a route with children its own where one of them is its index.
    if (call.callee !== 'layout')
      found.push({ path: joinPath(folder, file) ?? file, pattern: pattern.replace(language, '') });
    found.push(...below);
  }
  return found;
}

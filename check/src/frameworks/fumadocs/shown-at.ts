import type { NextConfig } from '../../settings/next-config.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import type { Collections } from './collections.ts';

/** A route of the app that shows all pages below it. https://nextjs.org/docs/app/api-reference/file-conventions/dynamic-routes */
const showsAll = /(?:^|\/)\[{1,2}\.{3}[\w-]+\]{1,2}\/page\.[jt]sx?$/u;
/** What may lead readers on from the address of the loader. */
const leadsOn = /(?:^|\/)(?:middleware|proxy)\.[jt]s$/u;

export interface ShownElsewhere {
  readonly at: string;
  /** The address that the loader gives them. */
  readonly saidAt: string;
  /** The module that shows them, and what stands in quotation marks there. */
  readonly route: string;
  readonly names: ReadonlySet<string>;
}

/** What is told of it once, where the route is. */
export function problemOfRoute({ at, saidAt, route }: ShownElsewhere): SiteProblem {
  const message =
    `This route shows the pages at ${at}, and their loader gives them addresses below ${saidAt}, where no route shows any: links of the ` +
    `navigation lead nowhere. Not certain: the host may lead readers on.`;
  return { path: route, line: 1, column: 1, rule: 'broken-link', severity: 'warning', message };
}

/**
 * Where the only route that asks a loader for pages shows those of the only one, if that is not the address that the loader gives them:
 * what it says in links of the navigation then leads nowhere.
 */
export async function shownElsewhere(
  files: FileIndex,
  root: string,
  appFolder: string | undefined,
  { collections }: Collections,
  next: NextConfig,
): Promise<ShownElsewhere | undefined> {
  const [only, ...others] = new Set(collections.map(({ baseUrl }) => normaliseRoute(baseUrl)));
  const isLedOn =
    next.rewrites.length + next.redirects.length > 0 ||
    files.paths.some((path) => leadsOn.test(path) && within(root, path) !== undefined);
  if (appFolder === undefined || only === undefined || others.length > 0 || isLedOn) return undefined;
  const routes = files.paths.filter((path) => within(appFolder, path) !== undefined && showsAll.test(path));
  const [route, ...more] = routes;
  const text = route === undefined || more.length > 0 ? undefined : await files.readText(route);
  if (route === undefined || text?.includes('.getPage(') !== true) return undefined;
  const folders = (within(appFolder, folderOf(folderOf(route))) ?? '').split('/');
  // Names in parentheses are no part of an address, and what is filled in is not known.
  const named = folders.filter((name) => !/^\(.*\)$|^@/u.test(name));
  if (named.some((name) => name.startsWith('['))) return undefined;
  const at = normaliseRoute(joinPath(...named) ?? '');
  // A name that the route has in its code may be one that it leads elsewhere.
  const names = new Set([...text.matchAll(/['"`]\/?([\w/-]{1,100})['"`]/gu)].map(([, name = '']) => name));
  return at === only || names.has(only.slice(1)) ? undefined : { at, saidAt: only, route, names };
}

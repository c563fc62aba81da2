import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { folderNamedAfter, pagesOf } from '../site/named-hosts.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import type { SiteProblem } from '../site/site.ts';
import { linksOf } from './links-of-sites.ts';
import { publishedSites } from './published-sites.ts';

/** From where a code host publishes files: https://docs.github.com/en/pages/getting-started-with-github-pages */
const published = ['', 'docs'];
/** Letters of a name below which another with one letter more is another word. */
const fewestLetters = 6;

/** Different addresses that are not there, from which on a build makes what is there. */
const most = 20;

/**
 * Complete addresses of pages of HTML on the host that the code host gives the repository (`acme.github.io/tool/a.html`): files that
 * it publishes as they are, where no program makes a site of the repository. One is told of which nothing has the name, and one file
 * beside it nearly has. `repository` is as `repositoryAt` tells it.
 */
export function* filesOnOwnPages(
  checked: readonly CheckedSite[],
  files: FileIndex,
  repository: string | undefined,
): Iterable<SiteProblem> {
  // Where a program publishes a site, the addresses of that tell.
  if (repository === undefined || publishedSites(checked).length > 0) return;
  const named = [...linksOf(checked)].flatMap(({ path, link }) => {
    const inside = link.kind === 'page' ? insideOfPages(link.url, repository) : undefined;
    return inside === undefined ? [] : [{ path, link, inside }];
  });
  if (named.length === 0) return;
  const names = new Set(files.paths.map((path) => fileNameOf(path).toLowerCase()));
  const missing = named.filter(({ inside }) => !names.has(fileNameOf(inside).toLowerCase()));
  if (missing.length === 0 || new Set(missing.map(({ inside }) => inside)).size > most) return;
  const inFolders = Map.groupBy(files.paths, folderOf);
  for (const { path, link, inside } of missing) {
    const [near, ...others] = nearlyNamed(inFolders, inside);
    if (near === undefined || others.length > 0) continue;
    const { url, line, column } = link;
    const message = `The link ${url} leads to no file that is published there. Did you mean ${near}? Not certain: a build may make it.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
}

/** The path of a page of HTML below the place of the repository. */
function insideOfPages(url: string, repository: string): string | undefined {
  const place = placeOn(url);
  if (place === undefined || extensionOf(place.address) !== '.html') return undefined;
  if (!Object.values(pagesOf).some((host) => place.host.endsWith(`.${host}`))) return undefined;
  const folder = folderNamedAfter(repository, place.host)?.slice(1);
  const address = place.address.slice(1);
  if (folder === undefined || within(folder, address.toLowerCase()) === undefined) return undefined;
  return folder === '' ? address : address.slice(folder.length + 1);
}

function nearlyNamed(inFolders: ReadonlyMap<string, readonly string[]>, inside: string): readonly string[] {
  const folders = new Set(published.flatMap((root) => joinPath(root, folderOf(inside)) ?? []));
  const name = fileNameOf(inside);
  return [...folders].flatMap((folder) =>
    (inFolders.get(folder) ?? []).filter((path) => isOneLetterOff(fileNameOf(path), name)),
  );
}

/** True for names that one letter tells apart: numbers are those of versions and parts. */
function isOneLetterOff(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length < fewestLetters + '.html'.length || longer.length > shorter.length + 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const skipped = longer.slice(start + 1);
  const rest = longer.length === shorter.length ? shorter.slice(start + 1) : shorter.slice(start);
  return skipped === rest && [shorter, longer].every((name) => !/\d/u.test(name[start] ?? ''));
}

import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { folderNamedAfter, pagesOf } from '../site/named-hosts.ts';
import { isOneLetterOff } from '../site/one-letter-off.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../site/paths.ts';
import { placeOn } from '../site/place-on-host.ts';
import type { SiteProblem } from '../site/site.ts';
import { linksOf } from './links-of-sites.ts';
import { publishedSites } from './published-sites.ts';

/** From where a code host publishes files: https://docs.github.com/en/pages/getting-started-with-github-pages */
const published = ['', 'docs'];
/** Letters of a name below which another with one letter more is another word. */
const fewestLetters = '123456.html'.length;

/** Letters of a name that hardly two files have: not `index`. */
const fewestOfOne = 8;
const unknown = 'unknown generator';
const jobs = '.github/workflows/';
const source = /\.(?:mdx?|qmd|rmd|ipynb|adoc|rst|tex)$/iu;

/** Different addresses that are not there, from which on a build makes what is there. */
const most = 20;

/**
 * Complete addresses of pages of HTML on the host that the code host gives the repository (`acme.github.io/tool/a.html`): files that
 * it publishes as they are, where no program makes a site of the repository. One is told of which nothing has the name, and one file
 * beside it nearly has; and one of which a single file in another folder has the name. `repository` is as `repositoryAt` tells it.
 */
export function* filesOnOwnPages(
  checked: readonly CheckedSite[],
  files: FileIndex,
  repository: string | undefined,
): Iterable<SiteProblem> {
  const sites = publishedSites(checked);
  // Where a program publishes a site, the addresses of that tell.
  if (repository === undefined || sites.some(({ site }) => site.framework !== unknown)) return;
  const named = [...linksOf(checked)].flatMap(({ path, link }) => {
    const inside = link.kind === 'page' ? insideOfPages(link.url, repository) : undefined;
    return inside === undefined ? [] : [{ path, link, inside }];
  });
  if (named.length === 0) return;
  const byName = Map.groupBy(files.paths, (path) => fileNameOf(path).toLowerCase());
  const calledAs = (inside: string): readonly string[] => byName.get(fileNameOf(inside).toLowerCase()) ?? [];
  const missing = named.filter(({ inside }) => calledAs(inside).length === 0);
  const elsewhere = createElsewhere(files);
  const isMade = new Set(missing.map(({ inside }) => inside)).size > most;
  const inFolders = Map.groupBy(files.paths, folderOf);
  for (const { path, link, inside } of named) {
    const called = calledAs(inside);
    const isNearlyNamed = called.length === 0 && !isMade && sites.length === 0;
    const [near, ...others] = isNearlyNamed ? nearlyNamed(inFolders, inside) : elsewhere(inside, called);
    if (near === undefined || others.length > 0) continue;
    const { url, line, column } = link;
    const message = `The link ${url} leads to no file that is published there. Did you mean ${near}? Not certain: a build may make it.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
}

/** Files of that name in other folders, where nothing is published but the repository as it is, and nothing makes one of a source. */
function createElsewhere(files: FileIndex): (inside: string, called: readonly string[]) => readonly string[] {
  const isPublishedAsItIs = !files.hasFolder('docs') && !files.paths.some((path) => path.startsWith(jobs));
  const sources = new Set(files.paths.filter((path) => source.test(path)).map(stemOf));
  return (inside, called) => {
    const stem = stemOf(inside);
    const isOther = isPublishedAsItIs && stem.length >= fewestOfOne && !files.has(inside) && !sources.has(stem);
    return isOther ? called : [];
  };
}

function stemOf(path: string): string {
  return withoutExtension(fileNameOf(path)).toLowerCase();
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
    (inFolders.get(folder) ?? []).filter((path) => isOneLetterOff(fileNameOf(path), name, fewestLetters)),
  );
}

import type { Link } from '../pages/page-facts.ts';
import { isPicture } from '../site/file-endings.ts';
import { fewestAlike, isMajority } from '../site/habit.ts';
import { hasSuchFiles } from '../site/kept-files.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { extensionOf, folderOf, joinPath } from '../site/paths.ts';
import { lacksScheme } from '../site/resolve-link.ts';
import { routesByFile } from '../site/routes-by-file.ts';
import type { SiteProblem } from '../site/site.ts';
import { missing } from './broken-links.ts';
import type { CheckContext } from './check-context.ts';

/** Different addresses into a folder of which none is found, and pages that say the same, from which on something probably makes them right. */
const severalIntoFolder = 5;
const manyPages = 8;

interface Reference {
  readonly path: string;
  readonly link: Link;
  readonly target: LinkTarget;
  /** Links of one kind are read alike: into one folder at the top, or relative ones, to a source file or not. */
  readonly kind: string;
  /** What is the same wherever it stands counts once. */
  readonly same: string;
}

/**
 * Links that lead nowhere, and that something may make right which takes in what the site has too, such as a plugin that rewrites
 * addresses: told where most that are written alike are found as they stand, so that it hardly changes those.
 */
export function* unsureLinks(context: CheckContext): Iterable<SiteProblem> {
  const isUnsure = (target: LinkTarget): boolean => target.kind === 'missing' && target.unsure !== undefined;
  if (![...context.site.pages.keys()].some((path) => context.targetsOf(path).some(isUnsure))) return;
  const all = [...references(context)];
  const unsure = all.flatMap((one) =>
    one.target.kind === 'missing' && one.target.unsure !== undefined
      ? [{ ...one, looked: one.target.looked, why: one.target.unsure }]
      : [],
  );
  const found = all.filter(({ target: { kind } }) => kind === 'page' || kind === 'file');
  const foldersFound = new Set(found.map(({ same }) => folderOf(same)));
  const missingInto = countEach(unsure, ({ same }) => folderOf(same));
  const isSaidByMany = new Set(
    [...Map.groupBy(unsure, ({ same }) => same)].flatMap(([same, some]) =>
      new Set(some.map(({ path }) => path)).size > manyPages ? [same] : [],
    ),
  );
  const isUsual = habits(found, unsure);
  for (const { path, link, looked, why, kind, same } of unsure) {
    const folder = folderOf(same);
    const isSeveral = !foldersFound.has(folder) && (missingInto.get(folder) ?? 0) >= severalIntoFolder;
    const isMeant = isUsual(kind) || isAmongPublicFiles(context, link) || isNamedByFile(context, link, looked);
    const isOpen = !isMeant || isSeveral || isSaidByMany.has(same);
    if ((isOpen && !isInOtherCase(context, link, looked)) || context.madeByBuild(looked)) continue;
    // Told as what it is.
    if (link.element !== 'ref' && link.element !== 'doc' && lacksScheme(link.url)) continue;
    const { rule, message } = missing(context, path, link, looked);
    yield {
      path,
      line: link.line,
      column: link.column,
      rule,
      severity: 'warning',
      message: `${message} Not certain: ${why}.`,
    };
  }
}

/** What ends a file that the site publishes as it is, and no page of any program. */
const asItIs = /\.(?!(?:x?html?|mdx?|php|aspx?|jsp)$)[a-z]\w{1,4}$/iu;

/** True for a file from the top in a folder of public files which has others that end so: people put those there, and no plugin does. */
function isAmongPublicFiles({ site: { links }, files }: CheckContext, { url }: Link): boolean {
  const path = pathOfAddress(url);
  if (!path.startsWith('/') || !asItIs.test(path) || folderOf(path) === '') return false;
  return links.publicFolders.some((folder) => hasSuchFiles(files, joinPath(folder, path) ?? path));
}

/** True for the address that the file of a page would have, which is published at another: a redirect alone brings readers there. */
function isNamedByFile({ site }: CheckContext, { kind, url }: Link, looked: string): boolean {
  return kind === 'page' && url.startsWith('/') && site.otherRedirects !== true && routesByFile(site).has(looked);
}

/** True for a file of which another spelling is published: whatever a plugin may bring, that was meant. */
function isInOtherCase({ site: { links }, files }: CheckContext, { kind }: Link, looked: string): boolean {
  const places = [looked, ...links.publicFolders.flatMap((folder) => joinPath(folder, looked) ?? [])];
  return kind === 'file' && places.some((place) => files.inAnyCase(place).some((path) => path !== place));
}

/** True for a kind of links of which most are found; where there are few of it, of all that begin alike, if it has no more missing than found. */
function habits(found: readonly Reference[], unsure: readonly Reference[]): (kind: string) => boolean {
  const [right, wrong] = [found, unsure].map((all) => countEach(all, ({ kind }) => kind));
  const [rightAlike, wrongAlike] = [found, unsure].map((all) => countEach(all, ({ kind }) => beginning(kind)));
  const count = (counts: ReadonlyMap<string, number> | undefined, key: string): number => counts?.get(key) ?? 0;
  return (kind) => {
    const [good, bad] = [count(right, kind), count(wrong, kind)];
    if (good >= fewestAlike) return isMajority(good + bad, bad);
    if (good + bad >= fewestAlike && bad > (good + bad) / 3) return false;
    const alike = beginning(kind);
    const others = count(wrongAlike, alike);
    return good >= bad && isMajority(count(rightAlike, alike) + others, others);
  };
}

/** How many different addresses each has. */
function countEach(all: readonly Reference[], keyOf: (one: Reference) => string): ReadonlyMap<string, number> {
  const different = new Map(all.map((one) => [one.same, one]));
  return new Map([...Map.groupBy(different.values(), keyOf)].map(([key, some]) => [key, some.length]));
}

function* references(context: CheckContext): Iterable<Reference> {
  for (const [path, { links }] of context.site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      // A target of reStructuredText is one of all pages.
      if (link.element === 'ref' && target !== undefined) {
        yield { path, link, target, kind: 'ref', same: link.url };
        continue;
      }
      const written = pathOfAddress(link.url);
      // A relative address of a part is read beside the page that shows it.
      if (target === undefined || written === '' || (context.shown.has(path) && !written.startsWith('/'))) continue;
      const same = written.startsWith('/') ? written : `${folderOf(path)}/${written}`;
      yield { path, link, target, kind: kindOf(written), same };
    }
  }
}

function kindOf(written: string): string {
  const top = /^\/(?:[^/]+(?=\/))?/u.exec(written)?.[0] ?? (written.startsWith('.') ? '.' : '');
  // Pictures lie together, whatever their format.
  return `${top} ${isPicture(written) ? 'picture' : extensionOf(written)}`;
}

function beginning(kind: string): string {
  return kind.startsWith('/') ? kind.replace(/^\S+/u, '/') : kind;
}

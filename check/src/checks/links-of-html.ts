import { missingOnHost } from '../site/host-of-files.ts';
import type { Link } from '../pages/page-facts.ts';
import { isPicture } from '../site/file-endings.ts';
import { isLikelyHabit, isMajority } from '../site/habit.ts';
import { isNear } from '../site/near-names.ts';
import { folderOf, foldersAbove, joinPath, relativePath, withoutExtension } from '../site/paths.ts';
import { lacksScheme } from '../site/resolve-link.ts';
import type { SiteProblem } from '../site/site.ts';
import { missing } from './broken-links.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** Different addresses into a folder of which none is found, and pages that say the same, from which on something probably brings them. */
const severalIntoFolder = 5;
const manyPages = 8;
/** Addresses that are compared with all pages: of more, something else than slips is the reason. */
const fewStrays = 200;
/** What builds make of other files more often than people leave it out. */
const ofBuilds = new Set(['script', 'link']);

interface Stray {
  readonly path: string;
  readonly link: Link;
  /** The path of what is not there. */
  readonly at: string;
  /** The path of what was probably meant, or an anchor of the page. */
  readonly meant: string | undefined;
  /** True where that lies in the very place and is written otherwise, which no build explains. */
  readonly isRespelt: boolean;
}

/** What is found and missing of the relative addresses of pages that belong together, each counted once. */
interface Part {
  readonly found: Set<string>;
  readonly missing: Map<string, Stray[]>;
}

/**
 * Relative addresses of pages of plain HTML that lead to no file: told where the others of that part of the repository show that a host
 * serves its files as they lie there, and nothing tells that a build brings what is named.
 */
export const linksOfHtml: SiteCheck = function* (context) {
  if (context.site.framework !== 'html') return;
  const parts = [...partsOf(context).values()];
  const hasFew = parts.reduce((sum, { missing }) => sum + missing.size, 0) <= fewStrays;
  for (const part of parts) {
    const into = Map.groupBy(part.missing.keys(), folderOf);
    const foundIn = new Set([...part.found].map(folderOf));
    const strays = [...part.missing.values()].map((uses) => (hasFew ? withMisspelt(context, uses) : uses));
    // Of one file that the pages of all folders name alike, the slip is one.
    const gone = new Set(strays.flatMap((uses) => uses.map(({ at, meant }) => meant ?? at))).size;
    const total = part.found.size + gone;
    const isUsual = isMajority(total, gone);
    const isNearlyAlways = isLikelyHabit(total, gone);
    for (const uses of strays) {
      const folder = folderOf(uses[0]?.at ?? '');
      const isSeveral = !foundIn.has(folder) && (into.get(folder)?.length ?? 0) >= severalIntoFolder;
      const isSaidByMany = new Set(uses.map(({ path }) => path)).size > manyPages;
      const isLikely = isUsual && !isSeveral && context.files.hasFolder(folder) && (!isSaidByMany || isNearlyAlways);
      for (const use of uses) {
        const isMade = ofBuilds.has(use.link.element) && (isSaidByMany || !isNearlyAlways);
        const isSlip = use.meant !== undefined && (use.isRespelt || part.found.size >= gone);
        if (isSlip || (use.meant === undefined && isLikely && !isMade)) yield problemOf(context, use);
      }
    }
  }
};

function partsOf(context: CheckContext): ReadonlyMap<string, Part> {
  const { site, files, madeByBuild } = context;
  const parts = new Map<string, Part>();
  for (const [path, { links }] of site.pages) {
    const targets = context.targetsOf(path);
    const name = partOf(path, site.pages);
    const part = parts.get(name) ?? { found: new Set(), missing: new Map<string, Stray[]>() };
    parts.set(name, part);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      if (target?.kind === 'file' || (target?.kind === 'page' && target.path !== path)) {
        if (!link.url.startsWith('/')) part.found.add(target.path);
        continue;
      }
      // What looks like the name of a host is told as that.
      const isOpen = target?.kind === 'unjudged' && !lacksScheme(link.url);
      const at = isOpen ? missingOnHost(files, path, link.url) : undefined;
      if (at === undefined || madeByBuild(at) || site.links.answered(`/${at}`)) continue;
      const stray = { path, link, at, ...meantBy(context, path, link, at) };
      const uses = part.missing.get(at);
      if (uses === undefined) part.missing.set(at, [stray]);
      else uses.push(stray);
    }
  }
  return parts;
}

/** The highest folder above a page that has a first page, and the folder of the page where none has. */
function partOf(path: string, pages: ReadonlyMap<string, unknown>): string {
  const top = foldersAbove(path).findLast((folder) =>
    ['index.html', 'index.htm'].some((name) => pages.has(joinPath(folder, name) ?? '')),
  );
  return top ?? folderOf(path);
}

/** Without those that programs make others of. */
const pictureEndings = ['.png', '.jpg', '.jpeg', '.gif'];

/** What was meant where another slip than a file left out explains the address: another spelling, ending or number of `../`. */
function meantBy(
  { anchors, files, names }: CheckContext,
  path: string,
  link: Link,
  at: string,
): Pick<Stray, 'meant' | 'isRespelt'> {
  const written = link.url.replace(/[?#].*$/su, '');
  if (anchors.anchorsOf(path).has(written)) return { meant: `#${written}`, isRespelt: true };
  const stem = withoutExtension(at);
  const endings = isPicture(at) ? pictureEndings.map((ending) => stem + ending) : [];
  const [respelt] = [
    ...files.inAnyCase(at),
    ...endings.filter((place) => files.has(place)),
    ...names.filesInOtherSigns(at),
    ...files.inAnyCase(`${stem}/index.html`),
  ];
  if (respelt !== undefined) return { meant: respelt, isRespelt: true };
  const bare = written.replace(/^(?:\.{1,2}\/)+/u, '');
  const above = foldersAbove(path).flatMap((folder) => joinPath(folder, bare) ?? []);
  return { meant: above.find((place) => files.has(place)), isRespelt: false };
}

/** Of a shorter name, a letter or two make another word. */
const longWithEnding = /[^.]{8}\.html?$/iu;

/** Of the only page whose path differs by a letter or two, and not by a number. */
function withMisspelt({ site }: CheckContext, uses: readonly Stray[]): readonly Stray[] {
  const at = uses[0]?.at ?? '';
  if (!longWithEnding.test(at)) return uses;
  const bare = withoutNumbers(at);
  const [near, ...others] = [...site.pages.keys()].filter(
    (page) => isNear(page.toLowerCase(), at.toLowerCase()) && withoutNumbers(page) !== bare,
  );
  return others.length > 0 ? uses : uses.map((use) => ({ ...use, meant: use.meant ?? near }));
}

function withoutNumbers(path: string): string {
  return path.replace(/\d+/gu, '');
}

function problemOf(context: CheckContext, { path, link, at, meant = '' }: Stray): SiteProblem {
  const { rule, message } = missing(context, path, link, at);
  const written = /^(?:$|#)/u.test(meant) ? meant : relativePath(folderOf(path), meant);
  const asked = written === '' || message.includes('Did you mean') ? '' : ` Did you mean ${written}?`;
  const { line, column } = link;
  const why = 'a build or its host may bring it';
  return { path, line, column, rule, severity: 'warning', message: `${message}${asked} Not certain: ${why}.` };
}

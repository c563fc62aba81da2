import type { Link } from '../pages/page-facts.ts';
import { isPicture } from '../site/file-endings.ts';
import { isLikelyHabit, isMajority } from '../site/habit.ts';
import { extensionOf, fileNameOf, folderOf, foldersAbove, joinPath } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import { suggestTarget } from './suggest.ts';

/** What is judged by its name, as a page or a picture, or is made for readers to download. */
const ofSite =
  /^\.(?:mdx?|mdoc|markdown|html?|adoc|rst|ipynb|png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|pdf|xml|zip|t?gz|css|woff2?)$/u;
/** An ending of a file, and not of a version or of the name of something in code. */
const ofFile = /^\.[a-z][a-z\d]{0,4}$/u;
/** Pages that say the same: what more of them say is there. */
const mostPages = 3;

/**
 * Relative addresses of source code and the like, and of pictures, of which no rule of an unknown program tells where it looks for them or
 * whether a build makes them: told where nearly all others of the site lead to a file beside the page; where most do, pictures that lie in
 * a folder above.
 */
export const strayFiles: SiteCheck = function* (context) {
  if (![...context.site.pages.keys()].some((path) => context.site.links.byName(path))) return;
  for (const alike of Map.groupBy(addresses(context), ({ at }) => isPicture(at)).values())
    yield* straysAmong(context, alike);
};

function* straysAmong(context: CheckContext, all: readonly Stray[]): Iterable<SiteProblem> {
  const found = new Set<string>();
  const missing = new Map<string, Stray[]>();
  for (const stray of all) {
    const { at } = stray;
    if (context.files.has(at)) found.add(at);
    else if (!isMade(context, at)) {
      const uses = missing.get(at);
      if (uses === undefined) missing.set(at, [stray]);
      else uses.push(stray);
    }
  }
  const total = found.size + missing.size;
  const isUsual = isLikelyHabit(total, missing.size);
  if (missing.size === 0 || !(isUsual || isMajority(total, missing.size))) return;
  for (const [at, uses] of missing) {
    if (!isUsual && !uses.every((use) => liesAbove(context, use))) continue;
    if (new Set(uses.map(({ path }) => path)).size > mostPages || uses.some((use) => liesAlike(context, use))) continue;
    for (const use of uses) yield problemOf(context, use, at, isUsual ? 'nearly all' : 'most');
  }
}

interface Stray {
  readonly path: string;
  readonly link: Link;
  readonly at: string;
}

function* addresses(context: CheckContext): Iterable<Stray> {
  const { site } = context;
  for (const [path, { links }] of site.pages) {
    if (context.shown.has(path)) continue;
    const isLenient = site.links.byName(path);
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const written = link.url.replace(/[?#].*$/su, '');
      const ending = extensionOf(written);
      if (!plain.test(written) || !ofFile.test(ending)) continue;
      if (link.kind === 'file' ? !isPicture(written) : ofSite.test(ending)) continue;
      const at = joinPath(folderOf(path), written);
      const target = targets[index];
      if (at === undefined || at === '') continue;
      if (target?.kind === 'file') yield { path, link, at };
      if (target?.kind === 'unjudged' && target.exact !== true && isLenient) yield { path, link, at };
    }
  }
}

/** True where another folder than one above the page has the picture at that address: programs put such folders together. */
function liesAlike({ names }: CheckContext, { path, link, at }: Stray): boolean {
  if (!isPicture(at)) return false;
  const bare = withoutSteps(link);
  const ending = extensionOf(bare);
  return names
    .filesNamed(fileNameOf(bare).slice(0, -ending.length).toLowerCase(), ending)
    .some((one) => one.endsWith(`/${bare}`) && !path.startsWith(one.slice(0, one.length - bare.length)));
}

/** True where a step more or less out of its folder leads to the picture: most others that lie beside their pages tell that it is a slip. */
function liesAbove({ files }: CheckContext, { path, link, at }: Stray): boolean {
  const bare = withoutSteps(link);
  return isPicture(at) && foldersAbove(path).some((folder) => files.has(joinPath(folder, bare) ?? ''));
}

function withoutSteps({ url }: Link): string {
  return url.replace(/^(?:\.{1,2}\/)+|[?#].*$/gsu, '');
}

/** A relative address in no words of a program. */
const plain = /^(?:\.{1,2}\/)*[\p{L}\p{N}_][\p{L}\p{N}\s./_-]*$/u;

function isMade({ madeByBuild, site: { links } }: CheckContext, at: string): boolean {
  return madeByBuild(at) || links.answered(`/${at}`);
}

function problemOf(context: CheckContext, { path, link }: Stray, at: string, usual: string): SiteProblem {
  const suggestion = suggestTarget(context, path, link.url, at);
  const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
  const [rule, what] = isPicture(at)
    ? (['missing-file', `The file ${link.url} does not exist`] as const)
    : (['broken-link', `The link ${link.url} leads to no file`] as const);
  const message =
    `${what} (looked for ${at}), and ${usual} others of this site that are written so do.${advice} ` +
    `Not certain: ${isPicture(at) ? 'its program may look for it elsewhere' : 'a build may make it'}.`;
  return { path, line: link.line, column: link.column, rule, severity: 'warning', message };
}

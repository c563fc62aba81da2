import type { CheckedSite } from '../check-site.ts';
import type { Site, SiteProblem, Sought } from '../site/site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { isForgeFile, isForPrograms } from '../site/forge-files.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, nearestAbove } from '../site/paths.ts';
import type { MarkedProblem } from './marked-problem.ts';
import { foundOtherwise } from './found-otherwise.ts';
import { closed, isPictureOfText } from './marks.ts';
import {
  ofBracketedMarks,
  ofCommonText,
  ofFilledPages,
  ofParts,
  ofReplacedWords,
  withOtherSigns,
} from './other-signs.ts';
import { seldomRight } from './seldom-right.ts';
import { isUnclaimed } from './published-elsewhere.ts';
import { outOfSite } from './out-of-site.ts';
import { readFromElsewhere } from './read-from-elsewhere.ts';

/** What the text of a page decides by itself, whatever program shows it. */
const decidedByText = new Set([
  'unclosed-fence',
  'unclosed-comment',
  'conflict-marker',
  'empty-link',
  'malformed-link',
  'not-checked',
]);

/**
 * What the build of a site stops for or tells of, so that a published site hardly has it: of 355 repositories that were not
 * looked at before, 4 had it and 7 had something that was not read here; of MDX and frontmatter that do not parse, 4 and 6
 * (bench/docs-check-held-out/verdicts.tsv).
 */
const toldByBuild = new Set([
  'mdx-syntax',
  'frontmatter-syntax',
  'navigation-missing-page',
  'duplicate-route',
  'broken-import',
  'broken-include',
  'unknown-component',
]);

/** Rules that no batch of repositories has yet shown to be right. */
const untried = new Set(['unclosed-block', 'template-syntax']);

/**
 * Makes warnings of errors for which nothing proves that the site reads them as they are read here: its program is known
 * in part only, or something else may answer at that address. What the change brings stays an error.
 */
export function onlyProven(
  found: readonly MarkedProblem[],
  checked: readonly CheckedSite[],
  files: FileIndex,
  isElsewhere: (site: Site, path: string) => boolean,
): readonly MarkedProblem[] {
  const doubts = new Map<SiteProblem, string>([
    ...outOfSite(checked, files),
    ...foundOtherwise(checked, files),
    ...seldomRight(checked, files),
    ...withOtherSigns(checked),
    ...ofReplacedWords(checked),
    ...ofBracketedMarks(checked),
    ...ofCommonText(checked),
    ...ofFilledPages(checked),
    ...ofParts(checked),
    ...readFromElsewhere(checked, files),
  ]);
  const foldersOfHtml = new Set(files.paths.filter(isHtml).map(folderOf));
  for (const { site, pages, problems } of checked) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) continue;
    const shown = new Set([...pages.values()].flatMap(({ includes }) => includes));
    const known = {
      ...knownOf(site, foldersOfHtml),
      isRead: (path: string) => site.routeOf.has(path) || shown.has(path) || isForgeFile(path),
      isLost: createIsLost(site, problems),
    };
    for (const problem of errors) {
      const why =
        isElsewhere(site, problem.path) && !isDecidedByText(problem, site)
          ? 'so much of this part of the repository is doubted that a program which is not known must publish it'
          : unproven(problem, known, files);
      if (why !== undefined) doubts.set(problem, why);
    }
  }
  return found.map((one) => {
    const why = one.introduced === true ? undefined : doubts.get(one.problem);
    if (why === undefined) return one;
    return {
      ...one,
      problem: { ...one.problem, severity: 'warning', message: `${one.problem.message} Not certain: ${why}.` },
    };
  });
}

/**
 * A program that is not known may write links in ways of its own, such as `@api[Name]()`. In a list, Redcarpet, Python-Markdown
 * and markdown-to-jsx close a block of code with less indentation than CommonMark does.
 */
function isDecidedByText({ rule, column }: SiteProblem, site: Site): boolean {
  if (rule === 'unclosed-fence' && column !== undefined && column > 1) return false;
  return decidedByText.has(rule) && !(isUnclaimed(site) && ['empty-link', 'malformed-link'].includes(rule));
}

function unproven(problem: SiteProblem, known: Known, files: FileIndex): string | undefined {
  const { rule, path, sought } = problem;
  if (isDecidedByText(problem, known.site)) return undefined;
  if (untried.has(rule)) return 'this rule is new, and the program that shows the page may read it in another way';
  if (rule === 'mdx-syntax' && isUnlisted(path, known.site))
    return 'no navigation has this page, which may be none of the site';
  if (toldByBuild.has(rule) && !closed.has(known.site.framework))
    return (
      known.site.guessed?.(path, rule, sought) ??
      'the build of the site would tell of it, so that something may make it right which is not read here'
    );
  // Of those that were judged since batch 25, 209 were false, on three sites, and 39 true, nearly all of these on Mintlify.
  if (rule === 'redirect-to-nowhere' && !closed.has(known.site.framework))
    return 'another program of the host may answer where the site has no page';
  if (sought !== undefined && sought.kind !== 'entry' && sought.kind !== 'redirect' && !known.site.pages.has(path))
    return 'it stands in settings, and another program or repository may bring it';
  if (sought !== undefined && known.site.routes.size > 0 && known.site.pages.has(path) && !known.isRead(path))
    return 'no page shows this part';
  if (sought !== undefined && known.isLost(path)) return 'nothing leads to this page, which may be published nowhere';
  if (sought?.kind === 'page' && !isUnclaimed(known.site) && isReadmeOfAbove(sought.at, files))
    return 'a README is in a folder above, which a program may copy there';
  if (sought?.kind === 'page' && /^\.{1,2}(?:\/\.{0,2})*$/u.test(sought.written) && !closed.has(known.site.framework))
    return 'it names a folder, and no page of it';
  if (sought?.written.startsWith('/') === true && isForPrograms(path))
    return 'it may be an example of what a program is to write';
  return (
    known.site.guessed?.(path, rule, sought) ??
    (sought === undefined ? undefined : (unclaimed(path, sought, known, files) ?? elsewhere(sought, known, files)))
  );
}

/** Tells the pages that no reader comes to: a book has none that its summary leaves out. */
function createIsLost({ navigation }: Site, problems: readonly SiteProblem[]): Known['isLost'] {
  const unreachable = new Set(problems.flatMap(({ rule, path }) => (rule === 'unreachable-page' ? [path] : [])));
  return (path) =>
    unreachable.has(path) || (navigation?.makesPages === true && !navigation.pages.has(path) && !isForgeFile(path));
}

/** A page of Markdown that the navigation leaves out, such as a guide to the repository at its top. */
function isUnlisted(path: string, { navigation }: Site): boolean {
  return extensionOf(path) === '.md' && navigation?.exhaustive === true && !navigation.pages.has(path);
}

/** Many a book begins with the README of its repository. */
function isReadmeOfAbove(at: string, files: FileIndex): boolean {
  const name = fileNameOf(at);
  return (
    /^readme\.md$/iu.test(name) &&
    nearestAbove(folderOf(at)).some((folder) => files.has(joinPath(folder, name) ?? name))
  );
}

/**
 * On Markdown that no generator claims, an address from the top of the host may be answered by any program there, and one
 * without the ending of the file that it means is written for a program that publishes the folder; a code host does
 * neither. Where a plugin of the site's own rewrites addresses, it may rewrite anchors too. What is published nowhere by
 * itself stands on pages that are not known.
 */
function unclaimed(path: string, { kind, written, at }: Sought, { site }: Known, files: FileIndex): string | undefined {
  if (kind === 'anchor' && at === path && site.routes.size > 0 && !site.routeOf.has(path))
    return 'this is no page but a part of others, which may have the anchor';
  if (kind === 'anchor' && at !== path && site.routes.size > 0 && hasNoAnchor(site, at))
    return 'no heading is written on that page, so that a program may fill it';
  if (kind === 'anchor') return site.anchors.uncertain;
  if (isUnclaimed(site) && written.startsWith('/'))
    return 'it begins at the top of the host, where something else may answer';
  if (site.framework !== 'markdown') return undefined;
  if (isForgeFile(path)) return undefined;
  if (kind === 'page' && extensionOf(written.replace(/[?#].*$/su, '')) === '')
    return 'it has no ending of a file, as addresses have for a program that publishes the folder';
  return /^(?:index|readme)\./iu.test(fileNameOf(at)) && files.has(folderOf(at) + extensionOf(at))
    ? `${folderOf(at)}${extensionOf(at)} is there, which a program may publish at that address`
    : undefined;
}

/**
 * What is not where its neighbours are is missing; what has no neighbours at all may be made by a build, lie in another
 * repository, or be answered by another program of the host. A source file is looked for on the disk by every program.
 */
function elsewhere(
  { kind, written, at }: Sought,
  { site, hasPages, isPlaceOfPages, foldersOfHtml }: Known,
  files: FileIndex,
): string | undefined {
  if (kind === 'anchor' || closed.has(site.framework)) return undefined;
  if (/^[A-Z][A-Z\d]*_[A-Z\d_]+$/u.test(written)) return 'it looks like a word that a program replaces';
  const path = written.replace(/[?#].*$/su, '');
  if (isPictureOfText(kind, path)) return undefined;
  if (!at.startsWith('/')) {
    const folder = folderOf(at);
    if (kind === 'include' && !files.hasFolder(folder)) return `nothing is in ${folder}, so a build may make it`;
    return isHtml(path) && !foldersOfHtml.has(folder)
      ? `no page of HTML is in ${folder === '' ? 'the top folder' : folder}, so a build may make it`
      : undefined;
  }
  const folder = folderOf(at);
  const { publicFolders } = site.links;
  if (kind === 'file' && publicFolders.length > 0 && !publicFolders.some((root) => files.hasFolder(root)))
    return 'the site has no folder of files here, so that another repository may bring them';
  if (kind === 'page' && folder === '' && extensionOf(at) === '' && site.routes.size > 0 && !isPlaceOfPages)
    return 'hardly a page of this site is at the top of the host, so something else may answer there';
  if (!path.startsWith('/') || site.routes.size === 0 || folder === '' || hasPages(folder)) return undefined;
  const isPublic = site.links.publicFolders.some((root) => files.hasFolder(joinPath(root, folder) ?? folder));
  return isPublic ? undefined : `nothing of this site is below ${folder}, so something else may answer there`;
}

function hasNoAnchor(site: Site, path: string): boolean {
  const { headings, ids } = site.pages.get(path) ?? {};
  return headings?.length === 0 && ids?.length === 0;
}

/** Pages at the top of the host, beside the first one, from which on a further one may be looked for there. */
const fewAtTop = 4;

interface Known {
  readonly site: Site;
  /** True where pages lie at the top of the host. */
  readonly isPlaceOfPages: boolean;
  readonly foldersOfHtml: ReadonlySet<string>;
  /** True for a route below which the site has pages. */
  readonly hasPages: (folder: string) => boolean;
  /** True for what has an address or is shown by something that has. */
  readonly isRead: (path: string) => boolean;
  /** True for a page to which nothing leads. */
  readonly isLost: (path: string) => boolean;
}

function isHtml(path: string): boolean {
  return /\.html?$/iu.test(path);
}

function knownOf(site: Site, foldersOfHtml: Known['foldersOfHtml']): Omit<Known, 'isRead' | 'isLost'> {
  const folders = new Set<string>();
  for (const route of site.routes.keys())
    for (let at = route; at !== '' && !folders.has(at); at = folderOf(at)) folders.add(at);
  const atTop = site.routes.keys().filter((route) => route !== '/' && folderOf(route) === '');
  return {
    site,
    isPlaceOfPages: atTop.take(fewAtTop).toArray().length === fewAtTop,
    foldersOfHtml,
    hasPages: (folder) => folders.has(folder),
  };
}

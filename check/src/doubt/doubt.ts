import { counted } from '../../../src/kernel/counted.ts';
import type { CheckedSite } from '../check-site.ts';
import type { CheckedTree } from '../checked-tree.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { Link, Place } from '../pages/page-facts.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { parseAddress } from '../site/parse-address.ts';
import { isLikelyHabit } from '../site/habit.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { resolveLink } from '../site/resolve-link.ts';
import { placeOf, type Site, type SiteProblem, type Sought } from '../site/site.ts';
import { readingsOf } from '../site/usual-readings.ts';
import { folderInVain } from './behind-own-folder.ts';
import type { MarkedProblem } from './marked-problem.ts';
import { createMarks, isOfPlace, mayLieElsewhere, styleOf, type Mark, type Marks } from './marks.ts';
import { onlyUnanswered } from './answered-in-code.ts';
import { onlyWithoutScripts } from './made-by-scripts.ts';
import { onlyProven } from './proof.ts';
import { publishedElsewhere } from './published-elsewhere.ts';
import { writtenAnchors } from './written-anchors.ts';

/** Addresses that a warning shows of those it stands for, and how many are so few that it shows them all. */
const shown = 3;
const few = 8;
const fewDifferent = 3;
/** Doubted links of a site up to which each is told where it stands: so few are mostly wrong, and many are mostly not. */
const fewOfSite = 25;
const nearlyAll = 2 / 3;
/** The mark of what is told one by one, however many there are. */
const oneByOne = 'one by one';
const seen: Mark = {
  key: 'written anchors',
  says: 'name an anchor that the page seems to write itself, in a way that is not read here',
  least: 1,
  by: 'address',
};

/**
 * Puts one warning in place of many errors that have in common what nothing right on the site has: that a published site
 * has so many of them is less likely than that something makes them right which is not read here. What a site is like is
 * told by the tree before the change, if there is one: what is written as nothing was before is never doubted.
 */
export async function doubt(
  found: readonly MarkedProblem[],
  now: CheckedTree,
  evidence: CheckedTree,
): Promise<readonly MarkedProblem[]> {
  const groups = new Map<
    string,
    { readonly mark: Mark; readonly site: CheckedSite; readonly members: MarkedProblem[] }
  >();
  const groupOf = new Map<SiteProblem, string>();
  for (const site of now.checked) {
    const old = evidence.checked.find((one) => keyOf(one) === keyOf(site));
    if (old === undefined) continue;
    const marks = createMarks(site.site, now.files);
    const doubted = doubtedMarks(old, evidence.files);
    if (doubted.size === 0) continue;
    const rest = wholeKinds(old, evidence.files, doubted);
    for (const problem of site.problems) {
      const mark =
        marks.ofProblem(problem).find(({ key }) => doubted.has(key)) ??
        (marks.ofProblem(problem).length > 0 ? companyOf(problem, rest) : undefined);
      if (mark === undefined) continue;
      const key = `${keyOf(site)} ${mark.key}`;
      groupOf.set(problem, key);
      if (!groups.has(key)) groups.set(key, { mark, site, members: [] });
    }
  }
  const rest: MarkedProblem[] = [];
  for (const one of found) {
    const group = groups.get(groupOf.get(one.problem) ?? '');
    if (group === undefined) rest.push(one);
    else group.members.push(one);
  }
  const doubted = [...groups.values()].filter(({ mark }) => mark.least > 0);
  const isElsewhere = publishedElsewhere(doubted.map(({ site, members }) => ({ site: site.site, members })));
  const sure = await onlyWithoutScripts(onlyProven(rest, now.checked, now.files, isElsewhere), now.files);
  const proven = await onlyUnanswered(sure, now.checked, now.files);
  const { written, others } = await writtenAnchors(proven, now.files);
  // What lies elsewhere, or outside of what is published, a program may put or show there.
  const hasFew = sitesWithFew(groups.values());
  return [
    ...others,
    ...warningsOf(seen, written),
    ...[...groups.values()].flatMap(({ mark, site, members: all }) => {
      const folder = folderInVain(all, site.site, now.files);
      if (folder !== undefined)
        return eachOf(
          all,
          `${counted(all.length, 'link')} of this site begin so; without ${folder} most lead to a page`,
        );
      if (hasFew(site) && !mayLieElsewhere(mark) && !all.some(({ problem }) => now.files.has(problem.sought?.at ?? '')))
        return eachOf(all, reasonOf(mark, all.length));
      // That a page was there once, or is there at another address, tells more than its company.
      const were = all.filter(({ problem }) => problem.former !== undefined || problem.sought?.byFile !== undefined);
      const areSome = new Set(were);
      const areSlips = new Set(were.map(({ problem }) => problem.sought?.written)).size <= few;
      const rest = areSlips ? all.filter((one) => !areSome.has(one)) : all;
      // What is there and only read or published otherwise says nothing of an address that in no reading leads anywhere.
      const strays = straysAmong(rest, site.site, now.files);
      const members = rest.filter((one) => !strays.has(one));
      // Apart, so that whoever made the change finds what is theirs among many.
      const own = members.filter(({ introduced }) => introduced === true);
      const old = members.filter(({ introduced }) => introduced !== true);
      return [
        ...(areSlips ? eachOf(were) : []),
        ...eachOf(
          [...strays],
          'most of its kind are doubted, but nearly all of those lead to something in another reading',
        ),
        ...warningsOf(mark, own),
        ...warningsOf(mark, old),
      ];
    }),
  ];
}

/** Addresses into one folder, of which none is there in any reading, that a program probably makes. */
const severalIntoFolder = 3;

/** Those that lead to nothing, where nearly all others lead to a file that is not published, or to a page in another reading. */
function straysAmong(members: readonly MarkedProblem[], site: Site, files: FileIndex): ReadonlySet<MarkedProblem> {
  const kinds = Map.groupBy(members, ({ problem: { sought } }) => sought?.kind ?? '');
  const usualBehind = waysBehind(members, site);
  const isThere = ({ problem: { path, sought } }: MarkedProblem): boolean => {
    if (sought === undefined) return false;
    const places = [sought.at, joinPath(folderOf(path), sought.written.replace(/[?#].*$/su, '')) ?? ''];
    if (places.some((at) => files.has(at) || files.hasFolder(at))) return true;
    if ((readingsOf(site)(path, sought.written)?.ways.size ?? 0) > 0) return true;
    return [...behindIn(site, path, sought)].some((way) => usualBehind.has(way));
  };
  const different = (some: readonly MarkedProblem[]): number =>
    new Set(some.map(({ problem: { sought } }) => sought?.at)).size;
  return new Set(
    (['page', 'file'] as const).flatMap((kind) => {
      const all = kinds.get(kind) ?? [];
      const others = all.filter((one) => !isThere(one));
      if (!isLikelyHabit(different(all), different(others))) return [];
      const into = Map.groupBy(others, ({ problem: { sought } }) => folderOf(sought?.at ?? ''));
      return [...into.values()].flatMap((some) => (different(some) < severalIntoFolder ? some : []));
    }),
  );
}

/** Addresses that have to be read behind the same folder before it is one that the host puts before all others. */
const fewestBehind = 6;

/** The ways in which enough of them lead to pages when folders at their beginning are left out. */
function waysBehind(members: readonly MarkedProblem[], site: Site): ReadonlySet<string> {
  const found = new Map<string, Set<string>>();
  for (const { problem } of members) {
    const { path, sought } = problem;
    if (sought?.kind !== 'page') continue;
    for (const way of behindIn(site, path, sought)) found.set(way, (found.get(way) ?? new Set()).add(sought.at));
  }
  return new Set([...found].flatMap(([way, addresses]) => (addresses.size >= fewestBehind ? [way] : [])));
}

/** The first page of a folder may be named as that: `/docs/guide/index`. */
function behindIn(site: Site, path: string, { written }: Sought): Iterable<string> {
  return readingsOf(site)(path, written.replace(/\/index(?=[?#]|$)/u, ''))?.behind() ?? [];
}

/** True for a site of which only a few links are doubted, and nothing else. */
function sitesWithFew(
  groups: Iterable<{ readonly site: CheckedSite; readonly members: readonly MarkedProblem[] }>,
): (site: CheckedSite) => boolean {
  const doubted = Map.groupBy(groups, ({ site }) => site);
  return (site) => {
    const members = doubted.get(site)?.flatMap((group) => group.members) ?? [];
    return members.length <= fewOfSite && members.every(({ problem: { rule } }) => rule === 'broken-link');
  };
}

/** Kinds of references of which most errors are doubted: whoever does not know how a site writes them cannot judge the others. */
function wholeKinds(
  { site, problems }: CheckedSite,
  files: FileIndex,
  doubted: ReadonlySet<string>,
): ReadonlySet<string> {
  const marks = createMarks(site, files);
  const errors = problems.filter(({ severity, sought }) => severity === 'error' && sought !== undefined);
  const all = [...Map.groupBy(errors, ({ rule }) => rule), ...Map.groupBy(errors, kindOf)];
  return new Set(
    all.flatMap(([kind, members]) => {
      const some = members.filter((problem) => marks.ofProblem(problem).some(({ key }) => doubted.has(key)));
      return some.length >= nearlyAll * members.length ? [kind] : [];
    }),
  );
}

/** The mark of what has none itself and stands among doubted ones: told by itself where these begin otherwise. */
function companyOf(problem: SiteProblem, whole: ReadonlySet<string>): Mark | undefined {
  const kind = kindOf(problem);
  const says = 'stand where most of their kind are doubted';
  if (whole.has(kind)) return { key: `rest of ${kind}`, says, least: 0, by: 'address' };
  return whole.has(problem.rule) ? { key: oneByOne, says, least: 0, by: 'address' } : undefined;
}

function kindOf({ rule, sought }: SiteProblem): string {
  return sought === undefined || sought.kind === 'anchor' ? rule : `${rule} ${styleOf(sought.written)}`;
}

function keyOf({ site: { framework, root } }: CheckedSite): string {
  return `${framework} ${root}`;
}

/** A few are told by all their addresses, and those that only stand among doubted ones each by itself. */
function warningsOf(mark: Mark, members: readonly MarkedProblem[]): MarkedProblem[] {
  if (members.length > few && mark.key !== oneByOne) return warningOf(mark, members, shown);
  return mark.least > 0 ? warningOf(mark, members, few) : eachOf(members);
}

function reasonOf({ least, says }: Mark, count: number): string | undefined {
  return least === 0 ? undefined : `${counted(count, 'link')} of this site ${says.replace(/\.$/u, '')}`;
}

function eachOf(members: readonly MarkedProblem[], why = 'most of its kind on this site are doubted'): MarkedProblem[] {
  return members.map((one) => {
    const message = `${one.problem.message} Not certain: ${why}.`;
    return { ...one, problem: { ...one.problem, severity: 'warning', message } };
  });
}

function warningOf({ says }: Mark, members: readonly MarkedProblem[], most: number): MarkedProblem[] {
  const [first] = members;
  if (first === undefined) return [];
  const { path, line, column } = first.problem;
  const examples = [...new Set(members.map(({ problem }) => problem.sought?.written ?? problem.path))].slice(0, most);
  const message =
    `${counted(members.length, 'finding')} of ${first.problem.rule} could not be judged: they ${says.replace(/\.$/u, '')}. A published site hardly has so many, ` +
    `so its build, a redirect or another repository probably makes them right. Look at one: ${examples.join(', ')}.`;
  const problem: SiteProblem = { path, line, column, rule: 'doubted', severity: 'warning', message };
  return [{ problem, introduced: first.introduced }];
}

/** Marks that so many errors of the site have that it is doubted, and that nothing has that is right. */
function doubtedMarks(checked: CheckedSite, files: FileIndex): ReadonlySet<string> {
  const errors = checked.problems.filter(({ severity }) => severity === 'error');
  const failing = new Map<string, { readonly least: number; readonly what: Set<string>; count: number }>();
  if (errors.length === 0) return new Set();
  const marks = createMarks(checked.site, files);
  for (const problem of errors) {
    for (const { key, least, by } of marks.ofProblem(problem)) {
      const entry = failing.get(key) ?? { least, what: new Set<string>(), count: 0 };
      entry.count += 1;
      entry.what.add(toldApart(problem, by));
      failing.set(key, entry);
    }
  }
  for (const [key, { least, what, count }] of failing)
    if (count < least || what.size < fewDifferent) failing.delete(key);
  if (failing.size > 0) dropWhatIsFound(failing, checked, marks, errors, files);
  return new Set(failing.keys());
}

function toldApart({ path, sought }: SiteProblem, by: Mark['by']): string {
  if (by === 'name') return fileNameOf(path);
  return by === 'page' ? path : (sought?.written ?? '');
}

/** Forgets the marks that something has which is right. */
function dropWhatIsFound(
  failing: Map<string, { readonly what: ReadonlySet<string> }>,
  { site, pages }: CheckedSite,
  marks: Marks,
  errors: readonly SiteProblem[],
  files: FileIndex,
): void {
  for (const link of site.settingsLinks ?? []) {
    for (const sought of foundBy(link, resolveLink(site, files, link.path, link)))
      for (const { key } of marks.ofReference(link.path, sought)) failing.delete(key);
  }
  const broken = new Set(errors.map(placeOf));
  const byName = new Map<string, Set<string>>();
  for (const [path, { targets }] of pages) {
    if (failing.size === 0) return;
    const { links = [], includes = [], imports = [] } = site.pages.get(path) ?? {};
    const isRight = ({ line, column }: Place): boolean => !broken.has(placeOf({ path, line, column }));
    const found = [
      ...links.flatMap((link, index) => (isRight(link) ? foundBy(link, targets[index]) : [])),
      ...includes.filter(isRight).map(({ source }) => ({ kind: 'include' as const, written: source, at: '' })),
      ...imports.filter(isRight).map(({ source }) => ({ kind: 'import' as const, written: source, at: '' })),
    ];
    const told = new Set<string>();
    for (const sought of found) {
      // Pages say the same many times.
      const same = `${sought.kind} ${sought.written} ${sought.at}`;
      if (told.has(same)) continue;
      told.add(same);
      for (const { key } of marks.ofReference(path, sought)) failing.delete(key);
    }
    for (const [index, link] of site.links.byName(path) ? links.entries() : []) {
      if (targets[index]?.kind !== 'unjudged' || parseAddress(link.url).kind !== 'internal') continue;
      const sought = { kind: link.kind, written: link.url, at: link.url };
      for (const { key } of marks.ofReference(path, sought))
        if (failing.has(key)) byName.set(key, (byName.get(key) ?? new Set()).add(link.url));
    }
  }
  for (const [key, some] of byName)
    if (!isOfPlace(key) && some.size >= timesByName * (failing.get(key)?.what.size ?? 0)) failing.delete(key);
}

/**
 * Addresses for which the repository has something of their name, for each of which it has nothing: where the one are so many, they
 * show that a site is read whose addresses are written so.
 */
const timesByName = 3;

function foundBy({ kind, url }: Link, target: LinkTarget | undefined): Sought[] {
  if (target?.kind !== 'page' && target?.kind !== 'file') return [];
  const anchor = target.kind === 'page' ? target.anchor : undefined;
  return [
    ...(url.startsWith('#') ? [] : [{ kind, written: url, at: target.path }]),
    ...(anchor === undefined ? [] : [{ kind: 'anchor' as const, written: anchor, at: target.path }]),
  ];
}

import type { CheckedSite } from '../check-site.ts';
import type { FormerPath } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { ownAddresses, stemOf } from '../site/usual-readings.ts';
import { openReferences, rootsOf, type Reference } from './references.ts';
import { createWhereabouts, dayOf, type Whereabouts } from './whereabouts.ts';
import { createStems, presentStems, stemOfAddress, stemsOf, type Stems } from './stems.ts';

interface Lost {
  readonly reference: Reference;
  readonly former: FormerPath;
}

/** Links to what one commit took away that are told one by one; of more, one finding tells. */
const mostOfOne = 8;

/**
 * Sites with what is found of links that lead to nothing in any way that some generator reads them, and led to a page or file
 * that the tree had once: where no rule of the site judges them they are told, and where one does it is said where the page
 * went. `history` is asked only where there is a link that leads to nothing.
 */
export async function withFormer(
  checked: readonly CheckedSite[],
  files: FileIndex,
  history: () => Promise<readonly FormerPath[]>,
  isMade: (path: string) => boolean,
): Promise<readonly CheckedSite[]> {
  const open = checked.map((one) => [...openReferences(one)]);
  if (open.every(({ length }) => length === 0)) return checked;
  const isThere = createPresence(checked, files);
  const lost = open.map((all) => all.filter((one) => !isThere(one)));
  if (lost.every(({ length }) => length === 0)) return checked;
  const all = await history();
  const whereabouts = createWhereabouts(files, all);
  const gone = all.filter(({ path }) => !files.has(path) && !isMade(path));
  const former = createStems(gone.flatMap((one) => [...stemsOf(one.path)].map((stem) => [stem, one] as const)));
  return checked.map((one, index) => {
    const found = (lost[index] ?? []).flatMap((reference) => {
      const meant = findFormer(reference, former);
      return meant === undefined ? [] : [{ reference, former: meant }];
    });
    return found.length === 0 ? one : { ...one, problems: told(one, found, whereabouts) };
  });
}

/** Folders whose pages are published without their names, besides those that a site is seen to have. */
const usualRoot = /^(?:content|docs?|pages|src|site|website|[a-z]{2}(?:-\w+)?)$/u;

/** Tells whether something is there that a reference may lead to. */
function createPresence(checked: readonly CheckedSite[], files: FileIndex): (reference: Reference) => boolean {
  const present = createStems([...presentStems(files.paths)].map((stem) => [stem, true] as const));
  const addresses = createStems([...addressesOf(checked)].map((address) => [address, true] as const));
  const roots = new Set(checked.flatMap(({ site }) => [...rootsOf(site)]));
  const isPublished = (place: string): boolean => {
    for (let at = place.indexOf('/'); at !== -1; at = place.indexOf('/', at + 1)) {
      const root = place.slice(0, at);
      if (addresses.at(place.slice(at + 1)) === undefined) continue;
      if (roots.has(root) || usualRoot.test(fileNameOf(root))) return true;
    }
    return false;
  };
  return ({ places, end, ofFile }) => {
    if (places.some((at) => present.at(at) !== undefined)) return true;
    if (end !== undefined && present.endingWith(end).length > 0) return true;
    if (ofFile === true) return false;
    return places.some(isPublished) || (end !== undefined && addresses.endingWith(end).length > 0);
  };
}

/** Where pages are published, and from where they say that they are reached too. */
function* addressesOf(checked: readonly CheckedSite[]): Iterable<string> {
  for (const { site } of checked) {
    for (const route of site.routes.keys()) yield stemOfAddress(route);
    for (const [path, facts] of site.pages)
      for (const address of ownAddresses(facts))
        for (const folder of ['', folderOf(stemOf(path))]) yield stemOfAddress(joinPath(folder, address) ?? address);
  }
}

function findFormer({ places, end }: Reference, former: Stems<FormerPath>): FormerPath | undefined {
  const exact = places.map((at) => former.at(at)).find((one) => one !== undefined);
  return exact ?? (end === undefined ? undefined : former.endingWith(end)[0]?.found);
}

/** What was found before says also where the page went; what was not is told. */
function told(
  { site, problems }: CheckedSite,
  found: readonly Lost[],
  whereabouts: Whereabouts,
): readonly SiteProblem[] {
  const atPlace = new Map(found.map((one) => [placeOf({ path: one.reference.path, ...one.reference.link }), one]));
  const known = new Set<Lost>();
  const before = problems.map((problem) => {
    const one = atPlace.get(placeOf(problem));
    if (one === undefined || !['broken-link', 'missing-file'].includes(problem.rule)) return problem;
    known.add(one);
    const { went, meant } = whereabouts(site, one.reference, one.former);
    const more = problem.message.includes(' Did you mean ') ? '' : advice(meant);
    return { ...problem, former: one.former, message: `${problem.message} ${went}${more}` };
  });
  const unsaid = found.filter((one) => !known.has(one) && !one.reference.isMissing);
  const byCommit = Map.groupBy(unsaid, ({ former }) => former.by?.commit);
  return [
    ...before,
    ...[...byCommit.values()].flatMap((all) => {
      const different = new Set(all.map(({ reference: { link } }) => link.url));
      return different.size > mostOfOne
        ? [ofMany(all, different)]
        : all.map((one) => ofOne(one, whereabouts(site, one.reference, one.former)));
    }),
  ];
}

function placeOf({ path, line, column }: Pick<SiteProblem, 'path' | 'line' | 'column'>): string {
  return `${path}:${line ?? 0}:${column ?? 0}`;
}

const uncertain = 'Not certain: something that is not read here may answer there.';

function advice(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function ofOne({ reference: { path, link } }: Lost, { went, meant }: ReturnType<Whereabouts>): SiteProblem {
  const message = `The link ${link.url} leads to no page: ${went}${advice(meant)} ${uncertain}`;
  return { path, line: link.line, column: link.column, ...ruleOf(link), message };
}

function ofMany(all: readonly Lost[], different: ReadonlySet<string>): SiteProblem {
  const [{ reference, former }] = all as readonly [Lost];
  const shown = [...different].slice(0, mostOfOne).join(', ');
  const message = `${all.length} links lead to ${different.size} pages that were there until ${dayOf(former)}, such as ${shown}. ${uncertain}`;
  const { path, link } = reference;
  return { path, line: link.line, column: link.column, ...ruleOf(link), message };
}

function ruleOf({ kind }: Reference['link']): Pick<SiteProblem, 'rule' | 'severity'> {
  return { rule: kind === 'file' ? 'missing-file' : 'broken-link', severity: 'warning' };
}

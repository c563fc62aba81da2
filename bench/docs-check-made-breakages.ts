// What docs-check says of links that are broken on purpose, in the ways and shares in which authors break them:
//   node bench/docs-check-made-breakages.ts FOLDER [OWNER/NAME ...]
// FOLDER has a git folder of each repository, `owner+name/repo` or `owner+name`. In each, up to 24 links that lead to a file
// of the repository, or are complete addresses, are drawn by a seed from all pages, at most one of a page, and broken so that by
// no usual reading they lead anywhere; of those, the ones of which something is said already are left out. The tree is checked
// with a few of them at a time, so that the rest of the site stays as it is. Found is a finding, error or warning, that stands at
// the page, names the new address or its anchor, and was not there before.
// Which links there are and where they lead is told without the checker: `made-breakages/`. Prints a row for each, then the shares.
import { posix } from 'node:path';
import { createDocsCheck } from '../check/src/create-docs-check.ts';
import type { Finding } from '../check/src/docs-check.ts';
import { clonesIn, gitFolderIn, readCommit, treeOf, type CommitFiles } from './commit-tree.ts';
import { breakAddress, kinds, type Kind } from './made-breakages/break-address.ts';
import { drawn, inDrawnOrder } from './made-breakages/drawn.ts';
import { createFoundShares } from './made-breakages/found-shares.ts';
import { hasAnchor, pagesOfSites } from './made-breakages/pages-of-sites.ts';
import { createWhereabouts, pathOf } from './made-breakages/whereabouts.ts';
import { writtenLinks } from './made-breakages/written-links.ts';

const most = 24;
/** Breakages in one tree. */
const atOnce = 6;

interface Breakage {
  readonly path: string;
  readonly kind: Kind;
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

const allKinds = Object.keys(kinds) as Kind[];
const [clones = '.', ...names] = process.argv.slice(2);
const docsCheck = createDocsCheck();
const shares = createFoundShares();

for (const name of names.length > 0 ? names : clonesIn(clones)) {
  await tryAll(name.replace('+', '/'), readCommit(gitFolderIn(clones, name), 'HEAD'));
}
for (const about of [...allKinds.filter((kind) => shares.has(kind)), 'all']) console.log(shares.inWords(about));
// Every page has a link to another host, and not every one a link to a page: what is broken most here is not what authors break
// most. The ways to break the address of a page or file are taken together, since some of them are rarely possible.
const groups = Map.groupBy(allKinds, (kind) =>
  ['anchor', 'scheme forgotten'].includes(kind) ? kind : 'address',
).values();
let [found, weight] = [0, 0];
for (const group of groups) {
  const sums = group.map((kind) => shares.of(kind));
  const all = sums.reduce((sum, one) => sum + one.all, 0);
  if (all === 0) continue;
  const often = group.reduce((sum, kind) => sum + kinds[kind], 0);
  weight += often;
  found += often * (1 - sums.reduce((sum, one) => sum + one.missed, 0) / all);
}
console.log(`in the shares in which authors break them: ${((100 * found) / weight).toFixed(1)} % found`);

async function tryAll(repository: string, files: CommitFiles): Promise<void> {
  const before = await findingsOf(repository, files, []);
  const known = new Set(before.map(sign));
  const breakages = drawBreakages(repository, files).filter(
    (breakage) => !before.some((one) => tells(one, breakage, breakage.before)),
  );
  for (let from = 0; from < breakages.length; from += atOnce) {
    const some = breakages.slice(from, from + atOnce);
    const findings = (await findingsOf(repository, files, some)).filter((finding) => !known.has(sign(finding)));
    for (const breakage of some) {
      const { path, kind, before, after } = breakage;
      const told = findings.filter((one) => tells(one, breakage, after));
      const found = ['error', 'warning'].find((severity) => told.some((one) => one.severity === severity)) ?? 'no';
      for (const about of [kind, 'all', repository]) shares.count(about, found);
      console.log([repository, path, kind, before, after, found].join('\t'));
    }
  }
  if (breakages.length > 0) console.log(`# ${shares.inWords(repository)}`);
}

/** Whether the finding stands at the page and names the address, or the anchor that was broken. */
function tells(finding: Finding, { path, kind }: Breakage, address: string): boolean {
  const named = kind === 'anchor' ? address.slice(address.indexOf('#')) : address;
  return finding.severity !== 'notice' && finding.path === path && finding.message.includes(named);
}

/** Line breaks do not move, so a finding that was there before is there again with the same words. */
function sign({ rule, path, line, message }: Finding): string {
  return [rule, path, line, message].join('\n');
}

async function findingsOf(
  name: string,
  files: CommitFiles,
  breakages: readonly Breakage[],
): Promise<readonly Finding[]> {
  // As of a clone, which knows where it came from.
  const repository = { url: `https://github.com/${name}` };
  const changed = new Map(
    breakages.map(({ path, at, before, after }) => {
      const text = files.contents.get(path)?.toString() ?? '';
      return [path, Buffer.from(text.slice(0, at) + after + text.slice(at + before.length))] as const;
    }),
  );
  return (await docsCheck.check({ tree: treeOf(files, changed), repository })).findings;
}

function drawBreakages(repository: string, files: CommitFiles): Breakage[] {
  const whereabouts = createWhereabouts(files.paths);
  const pages = pagesOfSites(files);
  const folders = [...new Set(pages.map((path) => posix.basename(posix.dirname(path))))].filter(
    (folder) => folder !== '.',
  );
  const made: Breakage[] = [];
  for (const path of inDrawnOrder(repository, pages)) {
    if (made.length === most) break;
    const text = files.contents.get(path)?.toString() ?? '';
    const written = writtenLinks(path, text);
    const links = new Map(written.map((link) => [`${link.at} ${link.address}`, link]));
    const draw = (about: string): number => drawn(`${repository} ${path} ${about}`);
    const broken = inWeights(draw).flatMap((kind) =>
      inDrawnOrder(repository, [...links.keys()]).flatMap((key): Breakage[] => {
        const { address = '', at = 0, isPicture = false } = links.get(key) ?? {};
        const after = breakAddress(kind, address, isPicture, (about) => draw(`${key} ${about}`), folders);
        const isNew = after !== undefined && !written.some((link) => link.address === after);
        return isNew && isBroken(path, kind, address, after) ? [{ path, kind, before: address, after, at }] : [];
      }),
    );
    made.push(...broken.slice(0, 1));
  }
  return made;

  /** Whether the address led somewhere, and leads nowhere as it is now. */
  function isBroken(page: string, kind: Kind, before: string, after: string): boolean {
    if (kind === 'scheme forgotten') return !whereabouts.mightLead(page, after);
    const targets = whereabouts.leadsTo(page, before);
    if (targets.length === 0) return false;
    if (kind === 'ending') return targets.every((path) => path.endsWith(posix.extname(pathOf(before))));
    if (kind === 'capitals') return whereabouts.leadsTo(page, after).length === 0;
    if (kind !== 'anchor') return !whereabouts.mightLead(page, after);
    const has = (address: string): boolean =>
      targets.some((path) => hasAnchor(files.contents.get(path)?.toString() ?? '', address.replace(/^[^#]*#/u, '')));
    return has(before) && !has(after);
  }
}

/** The kinds in a drawn order, in which the frequent ones mostly come first. */
function inWeights(draw: (about: string) => number): Kind[] {
  const lots = new Map(allKinds.map((kind) => [kind, -Math.log(1 - draw(kind)) / kinds[kind]]));
  return [...lots.keys()].toSorted((one, other) => (lots.get(one) ?? 0) - (lots.get(other) ?? 0));
}

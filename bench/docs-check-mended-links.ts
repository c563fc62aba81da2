// Links that authors broke and mended, told from the history of repositories by a program, and what docs-check says of them:
//   node bench/docs-check-mended-links.ts FOLDER [OWNER/NAME ...]
// FOLDER has a git folder of each repository, `owner+name/repo` or `owner+name`. A mended link is one change of an address on a
// line that is else the same, in a commit of few files, where the address led nowhere before by any usual reading, and the new
// one leads to what was there before too. At most 8 of a repository, one of a commit, drawn by a seed. Prints a row for each, as
// `docs-check-breakages.ts` reads them (`found` is always `no`, so that its answer is the first), then the address it got.
// It is easier than what readers find in the same history, and some of it is no breakage: an anchor that a program makes, a page
// of another branch. Who counts must read what is not found.
import { clonesIn, gitFolderIn, gitLines, gitNames } from './commit-tree.ts';
import { inDrawnOrder } from './made-breakages/drawn.ts';
import { hasAnchor } from './made-breakages/pages-of-sites.ts';
import { createWhereabouts, pathOf, type Whereabouts } from './made-breakages/whereabouts.ts';
import { writtenLinks } from './made-breakages/written-links.ts';

const most = 8;
const mostFiles = 30;
const mostCommits = 6000;
const documents = ['*.md', '*.mdx', '*.markdown', '*.rst', '*.adoc'];

interface Mend {
  readonly commit: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const [clones = '.', ...names] = process.argv.slice(2);
console.log('repository\tcommit\twritten\tkind\tfound\tdraw\tafter\tpath');
for (const name of names.length > 0 ? names : clonesIn(clones)) {
  const clone = gitFolderIn(clones, name);
  try {
    for (const [kind, { commit, path, before, after }] of mendsOf(clone, name))
      console.log([name.replace('+', '/'), commit, before, kind, 'no', 'mined', after, path].join('\t'));
  } catch (error) {
    // A snapshot may lack its largest files, and what git shows of it then ends in the middle.
    if (!(error instanceof Error && 'status' in error)) throw error;
    console.error(`${name}: git could not read all of its history`);
  }
}

function mendsOf(clone: string, name: string): (readonly [kind: string, mend: Mend])[] {
  const byCommit = Map.groupBy(changedAddresses(clone), ({ commit }) => commit);
  const chosen: (readonly [string, Mend])[] = [];
  for (const commit of inDrawnOrder(name, [...byCommit.keys()])) {
    if (chosen.length === most) break;
    const whereabouts = createWhereabouts(gitNames(clone, 'ls-tree', '-r', '-z', '--name-only', `${commit}^`));
    const mends = inDrawnOrder(
      commit,
      (byCommit.get(commit) ?? []).map((mend) => JSON.stringify(mend)),
    );
    for (const mend of mends.map((one) => JSON.parse(one) as Mend)) {
      const kind = kindOf(clone, whereabouts, mend);
      if (kind === undefined) continue;
      chosen.push([kind, mend]);
      break;
    }
  }
  return chosen;
}

/** What kind of breakage it mends; undefined where it may be none. */
function kindOf(clone: string, whereabouts: Whereabouts, { commit, path, before, after }: Mend): string | undefined {
  if ([before, after].some((address) => /^[a-z][a-z+.-]*:|^\/\/|[{}<>$]/iu.test(address))) return undefined;
  const [target, ...others] = whereabouts.leadsTo(path, after);
  if (target === undefined) return undefined;
  if (pathOf(before) !== pathOf(after)) return whereabouts.mightLead(path, before) ? undefined : 'page or file';
  const [old, anchor] = [before, after].map((address) => /#(?<anchor>.+)$/u.exec(address)?.groups?.['anchor']);
  if (old === undefined || anchor === undefined || others.length > 0) return undefined;
  const text = gitLines(clone, 'show', `${commit}^:${target}`).join('\n');
  return hasAnchor(text, anchor) && !hasAnchor(text, old) ? 'anchor' : undefined;
}

/** Lines of documents in which nothing but one address became another, in commits of few files. */
function changedAddresses(clone: string): Mend[] {
  const log = ['log', '--no-merges', '--no-renames', '-U0', '-p', '--format=commit %H', `--max-count=${mostCommits}`];
  const mends: Mend[] = [];
  let [commit, path] = ['', ''];
  let files = 0;
  let removed: string[] = [];
  let added: string[] = [];
  let ofCommit: Mend[] = [];
  const endHunk = (): void => {
    if (removed.length === added.length)
      for (const [index, line] of removed.entries()) {
        const mend = mendOf(path, line, added[index] ?? '');
        if (mend !== undefined) ofCommit.push({ commit, path, ...mend });
      }
    [removed, added] = [[], []];
  };
  const endCommit = (): void => {
    if (files <= mostFiles) mends.push(...ofCommit);
    [files, ofCommit] = [0, []];
  };
  for (const line of gitLines(clone, ...log, '--', ...documents)) {
    if (/^(?:commit |diff --git |@@)/u.test(line)) endHunk();
    if (line.startsWith('commit ')) {
      endCommit();
      commit = line.slice(7, 19);
    } else if (line.startsWith('diff --git ')) files += 1;
    else if (line.startsWith('+++ b/')) path = line.slice(6);
    else if (line.startsWith('-') && !line.startsWith('--- ')) removed.push(line.slice(1));
    else if (line.startsWith('+') && !line.startsWith('+++ ')) added.push(line.slice(1));
  }
  endHunk();
  endCommit();
  return mends;
}

function mendOf(path: string, before: string, after: string): Pick<Mend, 'before' | 'after'> | undefined {
  if (before.length > 4000 || after.length > 4000) return undefined;
  const [old, now] = [before, after].map((line) => writtenLinks(path, line));
  if (old === undefined || now?.length !== old.length) return undefined;
  const changed = old.flatMap((link, index) =>
    link.address === now[index]?.address ? [] : [[link, now[index]] as const],
  );
  const [pair, ...others] = changed;
  if (pair?.[1] === undefined || others.length > 0) return undefined;
  const [{ address, at }, { address: next }] = pair;
  const same = before.slice(0, at) + next + before.slice(at + address.length) === after;
  return same ? { before: address, after: next } : undefined;
}

// What docs-check says of links that authors broke, in the tree before the commit that mended them and with its history, as
// `docwright check` has both of a clone:
//   node bench/docs-check-breakages.ts FOLDER [table]
// FOLDER has a clone of each repository, `owner+name/repo` or `owner+name`. Prints a row for each, with what is found now:
// error, warning, no, or `-` where the commit mended no breakage that a checker could see, as the table says.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocsCheck } from '../check/src/create-docs-check.ts';
import { readFormerPaths } from '../check/src/git-history.ts';
import { readMissingAt, readRevisionNames } from '../check/src/git-revisions.ts';
import { gitFolderIn, gitNames, readCommit, repositoryOf, treeOf } from './commit-tree.ts';

const [clones = '.', table = join(import.meta.dirname, 'docs-check-held-out', 'breakages.tsv')] = process.argv.slice(2);
const docsCheck = createDocsCheck();
const counts = new Map<string, number>();

const rows = readFileSync(table, 'utf8').trimEnd().split('\n').slice(1);
for (const row of rows) {
  const [repository = '', commit = '', written = '', kind = '', told = '', draw = ''] = row.split('\t');
  const clone = gitFolderIn(clones, repository);
  const found = told === '-' || !existsSync(clone) ? '-' : await look(clone, commit, written, repository);
  const key = `${draw} ${found}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  console.log([repository, commit, written, kind, found, draw, ...(found === told ? [] : [`was ${told}`])].join('\t'));
}
for (const draw of new Set(rows.map((row) => row.split('\t')[5] ?? ''))) {
  const of = (found: string): number => counts.get(`${draw} ${found}`) ?? 0;
  const [found, all] = [of('error') + of('warning'), of('error') + of('warning') + of('no')];
  const share = ((100 * found) / all).toFixed(0);
  console.log(`draw ${draw}: ${of('error')} errors, ${of('warning')} warnings of ${all}: ${share} % found`);
}

/** The severest finding that names the address, or its anchor, in a file that the commit changed. */
async function look(clone: string, commit: string, written: string, name: string): Promise<string> {
  const before = `${commit}^`;
  const changed = new Set(gitNames(clone, 'diff', '--name-only', '--no-renames', '-z', before, commit));
  // As of a clone, which knows where it came from.
  const repository = repositoryOf(clone, name);
  const tree = {
    ...treeOf(readCommit(clone, before)),
    formerPaths: () => readFormerPaths(clone, before),
    missingAt: (asked: readonly string[]) => readMissingAt(clone, asked),
    revisionNames: () => readRevisionNames(clone),
  };
  const { findings } = await docsCheck.check({ tree, repository });
  // What a template of Liquid puts before an address is no part of what is said of it.
  const bare = written.replace(/^\{\{[^}]*\}\}/u, '');
  const anchor = bare.includes('#') ? bare.slice(bare.indexOf('#')) : bare;
  const named = findings.filter(
    ({ path, message }) => changed.has(path) && (message.includes(written) || message.includes(anchor)),
  );
  return ['error', 'warning'].find((severity) => named.some((one) => one.severity === severity)) ?? 'no';
}

// The errors of docs-check on repositories that nobody opened, to be judged:
//   node bench/docs-check-errors.ts FOLDER OUT
// FOLDER has a git folder of each repository, `owner+name/repo` or `owner+name`. Writes `OUT/owner+name.txt` with each error, by
// file and line, and prints a row for each repository: its name, commit, programs, pages, errors and warnings. A repository of no
// known program, or of fewer than 8 pages, is printed with `-` before its name: it comes into no batch.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocsCheck } from '../check/src/create-docs-check.ts';
import { readFormerPaths } from '../check/src/git-history.ts';
import { readMissingAt, readRevisionNames } from '../check/src/git-revisions.ts';
import { clonesIn, gitFolderIn, gitLines, readCommit, repositoryOf, treeOf } from './commit-tree.ts';

const fewestPages = 8;
const unknown = new Set(['markdown', 'unknown generator', 'asciidoc', 'restructuredtext', 'notebooks']);
const [clones = '.', out = 'errors'] = process.argv.slice(2);
const docsCheck = createDocsCheck();
mkdirSync(out, { recursive: true });

for (const name of clonesIn(clones)) {
  const clone = gitFolderIn(clones, name);
  if (!existsSync(clone)) continue;
  const repository = name.replace('+', '/');
  const [commit = ''] = gitLines(clone, 'rev-parse', 'HEAD');
  const tree = {
    ...treeOf(readCommit(clone, 'HEAD')),
    formerPaths: () => readFormerPaths(clone, 'HEAD'),
    missingAt: (asked: readonly string[]) => readMissingAt(clone, asked),
    revisionNames: () => readRevisionNames(clone),
  };
  const { findings, frameworks, pages } = await docsCheck.check({ tree, repository: repositoryOf(clone, repository) });
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const lines = errors.map(({ path, line, rule, message }) => `${path}:${line ?? ''}\t${rule}\t${message}`);
  writeFileSync(join(out, `${name}.txt`), lines.map((line) => `${line}\n`).join(''));
  const known = pages >= fewestPages && frameworks.some((framework) => !unknown.has(framework));
  const row = [repository, commit.slice(0, 12), frameworks.join('+'), pages, errors.length, warnings.length];
  console.log(`${known ? '' : '-\t'}${row.join('\t')}`);
}

/**
 * Lines of code by folder, against budgets.json; `--table` prints them all. Counted are .ts and .tsx that ship or build what
 * ships, but for *.generated.ts. Tests are apart: *.test.*, *.conformance.ts, *.fixture.ts, folders `conformance` and
 * `doubles` (import rules keep the program from reaching them), and `test` folders. A budget is raised only by a commit that
 * says why.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import budgets from './budgets.json' with { type: 'json' };

interface Row {
  readonly what: string;
  readonly is: number;
  readonly most: number;
}

const root = join(import.meta.dirname, '..');
const isTest = /\.(?:test|conformance|fixture)\.tsx?$|(?:^|\/)(?:test|conformance|doubles)\//u;
const folders = '{src,check,dashboard,client,edge,bench,scripts,runtime,test}';
const files = globSync(`${folders}/**/*.{ts,tsx}`, {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist', 'built'].includes(name),
}).filter((file) => !/\.(?:d|generated)\.ts$|(?:^|\/)node_modules\//u.test(file));
const lines = Map.groupBy(files, folderOf);

/** `src/agent` for what lies in it, `src` for files beside the folders; elsewhere the first folder alone. */
function folderOf(file: string): string {
  if (isTest.test(file)) return 'tests';
  const [top = '', second = ''] = file.split('/');
  return top === 'src' && !second.includes('.') ? `${top}/${second}` : top;
}

function linesOf(of: readonly string[]): number {
  return of.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0);
}

const most: Readonly<Record<string, number>> = budgets.lines;
const byFolder = [...lines]
  .map(([what, of]): Row => ({ what, is: linesOf(of), most: most[what] ?? (what === 'tests' ? Infinity : 0) }))
  .toSorted((one, other) => other.is - one.is);
const program = byFolder.filter(({ what }) => /^(?:src|check)(?:\/|$)/u.test(what));
const site = readFileSync(join(root, 'check/src/site/site.ts'), 'utf8');
const linkRules = /export interface LinkRules \{\n([\s\S]*?)\n\}/u.exec(site)?.[1] ?? '';
const rows: readonly Row[] = [
  ...byFolder,
  { what: 'src and check', is: program.reduce((sum, { is }) => sum + is, 0), most: budgets.program },
  {
    what: 'files of check',
    is: files.filter((file) => /^check\/src\/(?!.*\.test\.)/u.test(file)).length,
    most: budgets.checkFiles,
  },
  { what: 'link rules', is: linkRules.match(/^ {2}readonly \w+\??:/gmu)?.length ?? Infinity, most: budgets.linkRules },
];
const over = rows.filter(({ is, most: budget }) => is > budget);
const shown = process.argv.includes('--table') || over.length > 0 ? rows : [];
for (const { what, is, most: budget } of shown) {
  const limit = budget === Infinity ? 'no budget' : `of ${budget.toLocaleString('en')}`;
  console.log(
    `${what.padEnd(20)}${is.toLocaleString('en').padStart(8)}  ${limit.padEnd(10)}${is > budget ? '  too many' : ''}`,
  );
}
if (over.length > 0) process.exitCode = 1;

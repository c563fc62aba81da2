/** The goal of lines is 17,000. Fails where the checker outgrows its budgets: lines and files without tests, and the rules by which sites read links. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../check/src');
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
const texts = files.map((file) => readFileSync(join(source, file), 'utf8'));
const site = readFileSync(join(source, 'site/site.ts'), 'utf8');
const linkRules = /export interface LinkRules \{\n([\s\S]*?)\n\}/u.exec(site)?.[1] ?? '';
const budgets = [
  { what: 'lines', is: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0), most: 17_800 },
  { what: 'files', is: files.length, most: 80 },
  { what: 'link rules', is: linkRules.match(/^ {2}readonly \w+\??:/gmu)?.length ?? Infinity, most: 12 },
];
for (const { what, is, most } of budgets) {
  if (is <= most) continue;
  console.error(`check/src has ${is} ${what}, and its budget is ${most}.`);
  process.exitCode = 1;
}

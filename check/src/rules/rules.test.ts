import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { remedies } from './remedies.ts';
import { rules } from './rules.ts';

it('has every rule in the user guide, with its severity', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/docs-check.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([\w-]+)`\s*\| (error|warning|notice)\s*\| (.+?)\s*\|$/gmu)];
  expect(Object.fromEntries(rows.map(([, name, severity, summary]) => [name, { severity, summary }]))).toEqual(rules);
});

it('says of every rule how to put right what it finds', () => {
  expect(Object.keys(remedies).toSorted()).toEqual(Object.keys(rules).toSorted());
});

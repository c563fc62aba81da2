import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rules } from './rules.ts';

it('has every rule in the user guide, with its severity', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/docs-check.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([\w-]+)`\s*\| (error|warning|notice)\s*\| (.+?)\s*\|$/gmu)];
  expect(Object.fromEntries(rows.map(([, name, severity, summary]) => [name, { severity, summary }]))).toEqual(rules);
});

import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '..');

/** Files come when a page is first opened and stay: what two of them say of a class would depend on the order of visits. */
it('styles each class in one file', () => {
  const files = new Map<string, Set<string>>();
  for (const file of globSync('**/*.css', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, rule = ''] of text.matchAll(/([^{}]+)\{/g)) {
      for (const selector of rule.split(',')) {
        const first = /^\s*\w*\.([\w-]+)/.exec(selector)?.[1];
        if (first !== undefined) files.set(first, (files.get(first) ?? new Set()).add(relative('.', file)));
      }
    }
  }
  expect(files.size).toBeGreaterThan(100);
  const shared = [...files].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of]);
  expect(shared).toEqual([['dialog', expect.any(String), expect.any(String)]]);
});

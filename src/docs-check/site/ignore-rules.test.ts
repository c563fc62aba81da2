import { expect, it } from 'vitest';
import { ignoreRules } from './ignore-rules.ts';

it('reads patterns as git does, from texts and lists', () => {
  const rules = ignoreRules('# made by the build\r\n*.log\r\n!kept.log\r\n', ['/dist/']);
  expect(['a.log', 'kept.log', 'dist/a.md', 'docs/dist/a.md'].map((path) => rules.ignores(path))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('passes over a pattern of which no expression can be made', () => {
  const rules = ignoreRules(['*a'.repeat(60_000), 'b.md']);
  expect([rules.ignores('a.md'), rules.ignores('b.md')]).toEqual([false, true]);
});

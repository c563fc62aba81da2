import { expect, it } from 'vitest';
import { createLeftOut, ignoreRules } from './ignore-rules.ts';

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

it('reads those of deeper folders after those above them, and each from its own folder', () => {
  const isLeftOut = createLeftOut(
    [
      { folder: 'packages/site', text: '# its pages\n!docs\n/build\n\\!odd.md\na/*.md\n' },
      { folder: 'packages', text: 'docs\nlogs/\n\n' },
      { folder: 'x[1]', text: '*.png\n' },
      { folder: '', text: '/packages/site/made\n*.tmp\n' },
    ].map(({ folder, text }) => ({ folder, rules: ignoreRules(text) })),
  );
  const ignored = [
    'packages/a/docs/b.md',
    'packages/site/build/a.md',
    'packages/site/x/!odd.md',
    'packages/site/a/b.md',
  ];
  const also = ['x[1]/b/a.png', 'packages/site/made/a.md', 'packages/b/a.tmp', 'packages/b/logs/a.md'];
  const kept = [
    'packages/site/docs/b.md',
    'docs/b.md',
    'packages/site/x/build/a.md',
    'x1/a.png',
    'packages/site/b/a/b.md',
  ];
  expect([...ignored, ...also].filter((path) => !isLeftOut(path))).toEqual([]);
  expect(kept.filter((path) => isLeftOut(path))).toEqual([]);
  const far = (folders: number): string => `packages/site/docs/${'a/'.repeat(folders)}b.md`;
  expect([10, 100, 10_000].map((folders) => isLeftOut(far(folders)))).toEqual([false, true, false]);
});

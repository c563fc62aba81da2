import { expect, it } from 'vitest';
import type { CheckReport, Finding } from '../finding.ts';
import { withBaseline, writeBaseline } from './for-programs.ts';
import { summaryReport } from './text.ts';

const finding = (path: string, message: string): Finding => {
  return { rule: 'broken-link', severity: 'error', path, line: 1, column: 1, message, introduced: undefined };
};
const reportOf = (...findings: readonly Finding[]): CheckReport => ({ frameworks: ['markdown'], pages: 2, findings });
const old = finding('a.md', 'The link /old leads nowhere.');

it('lets what a baseline lists not count, as often as it lists it', () => {
  const text = writeBaseline(reportOf(old, old));
  const moved = { ...old, line: 7 };
  const compared = withBaseline(reportOf(moved, old, old, finding('b.md', 'The link /old leads nowhere.')), text);
  expect(compared?.findings.map(({ introduced }) => introduced)).toEqual([false, false, true, true]);
  expect(withBaseline(reportOf(old), '{}')).toBeUndefined();
  expect(withBaseline(reportOf(old), 'none')).toBeUndefined();
});

it('sums up by rule, with an example of the commonest causes and what to do', () => {
  const others = ['/a', '/b', '/c', '/d'].map((link) => finding('b.md', `The link ${link} leads to <nothing>.`));
  const text = summaryReport(reportOf(...others, old, old, { ...old, introduced: false }));
  expect(text).toBe(
    [
      '**Documentation**: 6 errors, 0 warnings, 0 notices on 2 pages. 1 finding existed before.',
      '',
      '❌ **broken-link** (6): a link that resolves to no page and no file',
      '- `a.md:1` The link /old leads nowhere. (and 1 more place)',
      '- `b.md:1` The link /a leads to \\<nothing\\>.',
      '- `b.md:1` The link /b leads to \\<nothing\\>.',
      '- and 2 more',
      '',
      'Link to the intended page, or add a redirect from its old address. `--fix` corrects upper and lower case.',
    ].join('\n'),
  );
});

import { expect, it } from 'vitest';
import type { Finding } from '../docs-check.ts';
import { textReport } from './text-report.ts';

const finding = (path: string, message: string): Finding => {
  return { rule: 'broken-link', severity: 'error', path, line: 1, column: 1, message, introduced: undefined };
};

it('tells the same finding in many places once, with their number', () => {
  const findings = [
    ...['a', 'b', 'c', 'd', 'e'].map((name) => finding(`${name}.md`, 'The link /old leads nowhere.')),
    ...['a', 'b'].map((name) => finding(`${name}.md`, 'The link /two leads nowhere.')),
  ];
  const report = textReport({ frameworks: ['markdown'], pages: 5, findings }, false);
  expect(report.match(/\/old/gu)).toHaveLength(1);
  expect(report).toContain('and in 4 more places; --json tells all');
  expect(report.match(/\/two/gu)).toHaveLength(2);
  expect(report).toContain('5 pages of markdown: 7 errors, 0 warnings, 0 notices');
});

import { expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { textReport } from './text.ts';

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
  expect(report).toContain('and in 4 more places; --json shows all');
  expect(report.match(/\/two/gu)).toHaveLength(2);
  expect(report).toContain('5 pages of markdown: 7 errors, 0 warnings, 0 notices');
});

it('groups many by cause, with examples from different files and what to do', () => {
  const pages = Array.from({ length: 60 }, (_, index) => `page-${index}.md`);
  const findings = [
    ...pages.map((path) => ({
      ...finding(path, `The picture of ${path} has no text.`),
      rule: 'missing-alt',
      severity: 'notice' as const,
    })),
    ...Array.from({ length: 30 }, (_, index) => finding('index.md', `The link /gone-${index} leads nowhere.`)),
    finding('other.md', 'The link /other leads nowhere.'),
    ...pages.slice(0, 8).map((path) => finding(path, 'The link /everywhere leads nowhere.')),
    { ...finding('one.md', 'A block is open.'), rule: 'unclosed-fence' },
  ];
  findings.unshift(...findings.splice(-1));
  const report = textReport({ frameworks: ['markdown'], pages: 60, findings }, false);
  expect(report.indexOf('broken-link (39)')).toBeLessThan(report.indexOf('missing-alt (60)'));
  expect(report.indexOf('broken-link (39)')).toBeLessThan(report.indexOf('unclosed-fence (1)'));
  expect(report.match(/\/gone-/gu)).toHaveLength(2);
  expect(report.match(/index\.md/gu)).toHaveLength(1);
  expect(report).toContain('/other leads nowhere');
  expect(report).toContain('and in 7 more places');
  expect(report).toContain('and 28 more; --json shows all');
  expect(report.match(/Fix:/gu)).toHaveLength(3);
  expect(report.match(/has no text/gu)).toHaveLength(10);
});

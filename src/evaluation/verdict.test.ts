import { describe, expect, it } from 'vitest';
import type { EvaluationResult } from './evaluation-case.ts';
import { compare, summaryTables, totalsOf } from './totals.ts';
import { judge, kindOf } from './verdict.ts';

const edit = (path: string, line: number) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${line},3 +${line},3 @@\n one\n-two\n+2\n three\n`;
const added = (path: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+new\n`;
const removed = (path: string) =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n`;

const base: EvaluationResult = {
  id: 'abc',
  title: 'A title',
  prompt: 'A title',
  model: 'test/one',
  instructions: null,
  kind: 'small edit',
  verdict: 'passed',
  reason: '',
  ending: 'finished',
  said: null,
  score: { files: { expected: 1, common: 1, other: 0 }, lines: { expected: 2, common: 2, other: 0 } },
  problems: 0,
  brokenLinks: 0,
  turns: 3,
  inputTokens: 10,
  cachedInputTokens: 0,
  outputTokens: 1,
  dollars: 0.5,
  seconds: 1,
  expected: edit('a.md', 10),
  actual: edit('a.md', 12),
};
const judged = (changes: Partial<EvaluationResult>) => judge({ ...base, ...changes });

describe('a verdict', () => {
  it('is passed where the change stands at most of the places, whatever its words are', () => {
    expect(judged({})).toEqual({ verdict: 'passed', reason: 'It changed 1 of 1 place.' });
    const both = { expected: edit('a.md', 10) + edit('b.md', 1), actual: edit('a.md', 9) + edit('c.md', 1) };
    expect(judged(both)).toEqual({
      verdict: 'passed',
      reason: 'It changed 1 of 2 places, and 1 other file: c.md.',
    });
    expect(judged({ expected: added('guide/new.md'), actual: added('guide/other.md') }).verdict).toBe('passed');
    expect(judged({ expected: removed('a.md'), actual: removed('a.md') }).verdict).toBe('passed');
  });

  it('is wrong place where it stands elsewhere, or in many files that people left alone', () => {
    expect(judged({ actual: edit('a.md', 40) }).verdict).toBe('wrong place');
    expect(judged({ actual: edit('b.md', 10) })).toEqual({
      verdict: 'wrong place',
      reason: 'It changed 0 of 1 place, and 1 other file: b.md.',
    });
    expect(judged({ expected: removed('a.md') }).verdict).toBe('wrong place');
    expect(judged({ expected: added('guide/new.md'), actual: added('other/new.md') }).verdict).toBe('wrong place');
    const more = ['b', 'c', 'd'].map((name) => edit(`${name}.md`, 1)).join('');
    expect(judged({ actual: edit('a.md', 10) + more }).verdict).toBe('wrong place');
  });

  it('is no change with the question or the words that stand for it', () => {
    expect(judged({ actual: '' })).toEqual({ verdict: 'no change', reason: 'It said that nothing needs to change.' });
    expect(judged({ actual: '', ending: 'asked', said: 'Which\n\none?' })).toEqual({
      verdict: 'no change',
      reason: 'Which one?',
    });
  });

  it('is failed where it did not finish, or brought errors in', () => {
    expect(judged({ ending: 'failed', said: 'The model is away.' })).toEqual({
      verdict: 'failed',
      reason: 'The model is away.',
    });
    expect(judged({ ending: 'budget' })).toEqual({ verdict: 'failed', reason: 'Its budget ran out.' });
    expect(judged({ problems: 2 })).toEqual({ verdict: 'failed', reason: 'The checker finds 2 errors in its change.' });
    expect(judged({ ending: 'failed', said: 'x'.repeat(500) }).reason).toHaveLength(200);
  });
});

it('tells kinds of cases by what people merged', () => {
  expect(kindOf(added('a.md') + edit('b.md', 1))).toBe('new page');
  expect(kindOf(removed('a.md'))).toBe('moved or removed page');
  expect(kindOf(edit('a.md', 1))).toBe('small edit');
  expect(kindOf(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => edit(`${name}.md`, 1)).join(''))).toBe('larger edit');
});

describe('totals', () => {
  const other = { ...base, model: 'test/two' };
  const results: EvaluationResult[] = [
    base,
    { ...base, verdict: 'failed', kind: 'new page' },
    { ...other, dollars: 0.2 },
    { ...other, kind: 'new page', dollars: 0.2 },
  ];

  it('count verdicts, turns and money of each model', () => {
    expect(totalsOf(results)).toMatchObject([
      { model: 'test/one', cases: 2, turns: 6, dollars: 1, verdicts: { passed: 1, failed: 1, 'no change': 0 } },
      { model: 'test/two', cases: 2, turns: 6, dollars: 0.4, verdicts: { passed: 2, failed: 0 } },
    ]);
    expect(totalsOf([base, { ...base, dollars: null }])[0]?.dollars).toBeNull();
  });

  it('say which model is better at what kind of case', () => {
    const better = (all: EvaluationResult[]) => compare(all).map((each) => [each.kind, each.better]);
    expect(better(results)).toEqual([
      ['small edit', 'test/two'],
      ['new page', 'test/two'],
    ]);
    expect(better([base, { ...other, dollars: null }])).toEqual([['small edit', null]]);
    expect(
      better([
        { ...base, verdict: 'failed' },
        { ...other, verdict: 'no change', dollars: 0 },
      ]),
    ).toEqual([['small edit', null]]);
    expect(compare([base, base])).toEqual([]);
    expect(summaryTables(results).map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Totals', 2],
      ['Comparison', 4],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../check/src/check.ts';
import type { StagedTree } from '../../workspace/workspace.ts';
import { createChangeSoFar } from './change-so-far.ts';

const { signal } = new AbortController();

function stagedTree(sha: string): StagedTree {
  const files: StagedTree['files'] = () => Promise.resolve([]);
  const unused = () => Promise.reject(new Error('nothing is published here'));
  const blobsChangedHere: StagedTree['blobsChangedHere'] = () => {
    throw new Error('nothing is published here');
  };
  return {
    sha,
    isStart: false,
    diff: () => Promise.resolve(sha),
    files,
    blobsChangedHere,
    snapshot: unused,
    commit: unused,
  };
}

/** A working copy whose tree is one word, and how often it was checked as what. */
function workingCopy(reportFor: (tree: string) => Partial<CheckReport> = () => ({})) {
  const copy = { tree: 'a' };
  const checked: string[] = [];
  const change = createChangeSoFar({
    workspace: { stage: () => Promise.resolve(stagedTree(copy.tree)) },
    check: () => {
      checked.push(copy.tree);
      return Promise.resolve({ frameworks: [], pages: checked.length, findings: [], ...reportFor(copy.tree) });
    },
  });
  const report = async (tree: string) => {
    copy.tree = tree;
    change.forget();
    return (await change.report(signal)).pages;
  };
  return { report, checked };
}

describe('the report on a change', () => {
  it('is made once for a tree, also for one that is come back to', async () => {
    const { report, checked } = workingCopy();
    expect([await report('a'), await report('a'), await report('b'), await report('a')]).toEqual([1, 1, 2, 1]);
    expect(checked).toEqual(['a', 'b']);
  });

  it('is kept for a few trees only', async () => {
    const { report, checked } = workingCopy();
    for (const tree of ['a', 'b', 'c', 'd', 'e', 'e', 'b', 'a']) await report(tree);
    expect(checked).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  });

  it('is made again when something could not be checked, or it failed', async () => {
    const finding = { rule: 'not-checked', severity: 'error', path: 'x', message: 'Too much.' } as const;
    const findings = [{ ...finding, line: undefined, column: undefined, introduced: undefined }];
    const { report, checked } = workingCopy(() => ({ findings }));
    await report('a');
    await report('a');
    expect(checked).toEqual(['a', 'a']);
    let fails = true;
    const failing = workingCopy(() => {
      if (fails) throw new Error('no');
      return {};
    });
    await expect(failing.report('a')).rejects.toThrow('no');
    fails = false;
    expect(await failing.report('a')).toBe(2);
  });
});

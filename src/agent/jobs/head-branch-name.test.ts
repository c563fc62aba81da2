import { expect, it } from 'vitest';
import { headBranchName } from './head-branch-name.ts';

it.each([
  ['Fix the typos!', 'docwright/fix-the-typos-89abcdef'],
  ['快速开始', 'docwright/job-89abcdef'],
  ['a'.repeat(60), `docwright/${'a'.repeat(40)}-89abcdef`],
  [`${'a'.repeat(39)} b`, `docwright/${'a'.repeat(39)}-89abcdef`],
])('%s', (prompt, expected) => {
  expect(headBranchName(prompt, 'job_0123456789abcdef')).toBe(expected);
});

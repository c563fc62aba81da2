import { expect, it } from 'vitest';
import { NotPullRequestUrl, PullRequestElsewhere } from './errors.ts';
import { pullRequestNumber, whyNotReviewed } from './reviewable.ts';

const repository = 'https://git.example.com/acme/docs';

it.each([
  [`${repository}/pull/12`, repository],
  [`${repository}/pull/12/files#diff-1`, repository],
  [`${repository}/pull/12?w=1`, repository],
  [` ${repository}/pulls/12\n`, repository],
  ['https://git.example.com/Acme/Docs/pulls/12', repository],
  ['https://gitlab.com/acme/platform/docs/-/merge_requests/12', 'https://gitlab.com/acme/platform/docs'],
  ['http://localhost:3000/code/acme/docs/pulls/12', 'http://localhost:3000/code/acme/docs'],
])('%j is pull request 12', (url, of) => {
  expect(pullRequestNumber(url, of)).toBe(12);
});

it.each([
  '12',
  repository,
  `${repository}/pull/0`,
  `${repository}/pull/12x`,
  `${repository}/pull/12 --flag`,
  `${repository}/pull/1234567890`,
  `${repository}/issues/12`,
  'file:///acme/docs/pull/12',
])('%j is no URL of a pull request', (url) => {
  expect(() => pullRequestNumber(url, repository)).toThrow(NotPullRequestUrl);
});

it.each([
  `https://git.example.com/acme/docs-2/pull/12`,
  `https://git.example.com.evil.example/acme/docs/pull/12`,
  `https://git.example.com/acme/docs/fork/pull/12`,
  `https://git.example.com/x?acme/docs/pull/12`.replace('?', '/'),
])('%j is of another repository', (url) => {
  expect(() => pullRequestNumber(url, repository)).toThrow(PullRequestElsewhere);
});

it('leaves alone what is closed, a draft or its own', () => {
  const open = { state: 'open', draft: false, headBranch: 'typo', body: 'Says more.' } as const;
  expect(whyNotReviewed(open)).toBeUndefined();
  expect(whyNotReviewed({ ...open, headBranch: 'docwrights' })).toBeUndefined();
  expect(whyNotReviewed({ ...open, state: 'merged' })).toBe('is merged');
  expect(whyNotReviewed({ ...open, draft: true })).toBe('is a draft');
  for (const own of [
    { headBranch: 'docwright/x' },
    { headBranch: 'docwright-x' },
    { body: '<!-- docwright:job job_1 -->' },
  ])
    expect(whyNotReviewed({ ...open, ...own })).toBe('was opened by Docwright itself');
});

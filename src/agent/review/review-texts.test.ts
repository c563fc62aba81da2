import { expect, it } from 'vitest';
import type { PullRequestDetails } from '../../codehost/code-host.ts';
import { readChange } from './changed-lines.ts';
import { pullRequestNote } from './review-texts.ts';

const details: PullRequestDetails = {
  ...{ number: 12, url: 'https://x/12', state: 'open', draft: false, title: 'Say more', body: 'Why.' },
  ...{ headBranch: 'typo', baseBranch: 'main', createdAt: '', updatedAt: '', headSha: 'a'.repeat(40), commits: [] },
};
const lines = Array.from({ length: 2_000 }, (_, index) => `+Line ${index + 1}.`);
const files = readChange(
  ['diff --git a/a.md b/a.md', '--- a/a.md', '+++ b/a.md', '@@ -0,0 +1,2000 @@', ...lines, ''].join('\n'),
);

it('shows the change with its numbers, and as much of it as the window of the model has room for', () => {
  const note = (contextTokens: number) =>
    pullRequestNote({ details, files, comments: [], found: [], contextTokens }).text;
  expect(note(200_000)).toContain('\n2000\t+Line 2000.\n⟦ends⟧');
  const short = note(8_192);
  expect(short.length).toBeLessThan(8_192 * 1.3);
  expect(short).toMatch(/\n⟦ends⟧\nIt is longer than this\. Read the files for the rest\.$/);
});

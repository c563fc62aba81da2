import { describe, expect, it } from 'vitest';
import type { Comment } from '../../codehost/code-host.ts';
import type { ReviewComment } from '../../contract/agent-job.ts';
import { readChange } from './changed-lines.ts';
import { chooseRemarks, lineComment, missingRemarks, reviewBody } from './compose-review.ts';
import { proveRemark, type Remark } from './remark.ts';

const lines = Array.from({ length: 20 }, (_, index) => `+Line ${index + 1} says this.`);
const files = readChange(
  ['diff --git a/a.md b/a.md', '--- a/a.md', '+++ b/a.md', '@@ -0,0 +1,20 @@', ...lines, ''].join('\n'),
);
const settings = readChange(
  [
    'diff --git a/mkdocs.yml b/mkdocs.yml',
    '--- a/mkdocs.yml',
    '+++ b/mkdocs.yml',
    '@@ -1 +1 @@',
    '-a: 1',
    '+a: 2',
    '',
  ].join('\n'),
);
const bounds = { docsFolder: '', allowedPaths: [] };
const proof = { files: [...files, ...settings], bounds, secrets: [] };
const on = (line: number, more: Partial<ReviewComment> = {}): ReviewComment => {
  return { path: 'a.md', firstLine: line, lastLine: line, text: `About ${line}.`, replacement: null, ...more };
};
async function remark(line: number, more: Partial<ReviewComment> = {}): Promise<Remark> {
  const proven = await proveRemark(on(line, more), proof);
  if (typeof proven === 'string') throw new Error(proven);
  return proven;
}
const said = (body: string): Comment => ({
  ...{ id: '1', author: 'bot', date: '2026-11-30T00:00:00Z', body, path: undefined, line: undefined },
  ...{ thread: { kind: 'conversation', id: '' }, isByBot: true },
});
const elsewhere = { path: 'b.md', line: 3, text: 'Broken.', key: '0123456789abcdef' };

describe('the comments of a review', () => {
  it('are ten at most, those of the model first, and one for each place', async () => {
    const ofModel = await Promise.all([1, 2, 3, 4].map((line) => remark(line)));
    const range = await remark(6, { firstLine: 5 });
    const ofChecker = await Promise.all(Array.from({ length: 12 }, (_, index) => remark(index + 4)));
    const { remarks } = chooseRemarks({ said: [...ofModel, range], found: ofChecker, elsewhere: [] }, []);
    expect(remarks.map(({ lastLine }) => lastLine)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11]);
  });

  it('say nothing that a comment says already, wherever its lines are now', async () => {
    const [first, second] = [await remark(1), await remark(2)];
    const before = [said(lineComment(first).body), said(reviewBody({ ...body, elsewhere: [elsewhere] }))];
    const chosen = chooseRemarks({ said: [first, second], found: [], elsewhere: [elsewhere] }, before);
    expect(chosen).toEqual({ remarks: [second], elsewhere: [] });
    expect(missingRemarks([first, second], before)).toEqual([second]);
  });

  it('replace lines, and none with what they say, with too much, or in settings', async () => {
    expect(await remark(1, { replacement: 'Better.\r\n' })).toMatchObject({ replacement: 'Better.' });
    expect(await remark(2, { firstLine: 1, replacement: '' })).toMatchObject({ replacement: '' });
    expect(await proveRemark(on(1, { replacement: 'Line 1 says this.\n' }), proof)).toMatch(/already say/);
    expect(await proveRemark(on(1, { replacement: 'x\n'.repeat(61) }), proof)).toMatch(/too long/);
    const setting = on(1, { path: 'mkdocs.yml' });
    expect(await proveRemark(setting, proof)).toMatchObject({ path: 'mkdocs.yml' });
    expect(await proveRemark({ ...setting, replacement: 'a: 3' }, proof)).toMatch(/setting of a program/);
  });

  it('open no code block that ends in what they suggest, which would act there', async () => {
    const replacement = '```\n/approve\n@everyone';
    for (const text of ['So:\n```\nx', '~~~~', '- x\n  ```\n', '> ```', '````\nx\n```'])
      expect((await remark(1, { text, replacement })).text).not.toMatch(/`{3}|~{3}/);
    expect((await remark(1, { text: 'So:\n```sh\nx\n```', replacement })).text).toBe('So:\n```sh\nx\n```');
  });

  it('hold no secret, in their text or what they suggest', async () => {
    const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    for (const more of [{ text: `Remove ${token}.` }, { replacement: `Use ${token}.` }])
      expect(await proveRemark(on(1, more), proof)).toMatch(/looks like a secret/);
    const own = { ...proof, secrets: ['hunter2-hunter2-hunter2'] };
    expect(await proveRemark(on(1, { text: 'It is hunter2-hunter2-hunter2.' }), own)).toMatch(/looks like a secret/);
  });
});

const body = { jobId: 'job_1', headSha: 'a'.repeat(40), model: 'x/`y`', elsewhere: [], unfinished: undefined };

it('names its commit and model, what breaks elsewhere, and why it is not whole', () => {
  const text = reviewBody({ ...body, elsewhere: [{ ...elsewhere, path: 'b`\n.md' }], unfinished: 'it refused' });
  expect(text).toContain('reviewed aaaaaaaaaaaa, model `x/y`.');
  expect(text).toContain('The model did not finish: it refused.');
  expect(text).toContain('- `b.md`, line 3: Broken.');
  expect(text).toMatch(/\n<!-- docwright:remark 0123456789abcdef -->\n<!-- docwright:review job_1 -->$/);
});

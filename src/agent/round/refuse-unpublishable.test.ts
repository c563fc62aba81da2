import { expect, it } from 'vitest';
import type { Budget } from '../jobs/budget.ts';
import { ChangeOutOfBounds, ChangeTooLarge, SecretInChange } from './errors.ts';
import { refuseUnpublishable } from './refuse-unpublishable.ts';

const budget: Budget = { modelCalls: 1, tokens: 1, deadlineMinutes: 0, timeLeft: 0, changedFiles: 2, changedBytes: 10 };
const words = { title: 'Title', body: 'Body', commitMessage: 'Message' };
const secret = 'tok-hunter2-tok-4711';

function refuse(files: Record<string, string>, { docsFolder = '', said = words } = {}): Promise<void> {
  const blobs = Object.entries(files).map(([path, text]) => ({ path, before: undefined, after: Buffer.from(text) }));
  return refuseUnpublishable({
    staged: {
      files: () => Promise.resolve(blobs.map(({ path, after }) => ({ path, bytes: after.length }))),
      // eslint-disable-next-line @typescript-eslint/require-await -- what is there is iterated over like what is read
      async *blobsChangedHere() {
        yield* blobs;
      },
    } as unknown as Parameters<typeof refuseUnpublishable>[0]['staged'],
    tree: { docsFolder, allowedPaths: [] },
    words: said,
    budget,
    ownSecrets: [secret],
  });
}

it('lets a change out that is as large as it may be, and none that is larger', async () => {
  await refuse({ 'a.md': '12345', 'b.md': '12345' });
  await expect(refuse({ 'a.md': '12345', 'b.md': '123456' })).rejects.toThrow(
    new ChangeTooLarge('11 bytes; the limit is 10'),
  );
  await expect(refuse({ a: '', b: '', c: '' })).rejects.toThrow(new ChangeTooLarge('3 files; the limit is 2'));
});

it('names every file that lies outside of the docs folder or is protected', async () => {
  await refuse({ 'docs/a.md': 'a' }, { docsFolder: 'docs' });
  await expect(
    refuse({ 'docs-old/a.md': 'a', 'docs/.github/CODEOWNERS': 'a' }, { docsFolder: 'docs' }),
  ).rejects.toThrow(ChangeOutOfBounds);
  await expect(refuse({ 'docs-old/a.md': 'a', 'a.md': 'a' }, { docsFolder: 'docs' })).rejects.toMatchObject({
    message: expect.stringMatching(/docs-old\/a\.md \(it is outside .*a\.md \(it is outside/) as string,
  });
  await expect(refuse({ '.github/workflows/ci.yml': 'a' })).rejects.toThrow(/ci\.yml/);
});

it.each(['title', 'body', 'commitMessage'] as const)('lets no secret out in the %s', async (place) => {
  await expect(refuse({}, { said: { ...words, [place]: `See ${secret}` } })).rejects.toThrow(SecretInChange);
});

it('names no file outside of the docs folder by a name that holds a secret', async () => {
  const refusal: unknown = await refuse({ [`elsewhere/${secret}.md`]: 'a' }, { docsFolder: 'docs' }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(SecretInChange);
  expect(String(refusal)).not.toContain(secret);
});

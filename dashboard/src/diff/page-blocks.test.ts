import { expect, it } from 'vitest';
import { isPage, pageBlocks } from './page-blocks.ts';
import { readDiff } from './read-diff.ts';

function blocksOf(hunk: readonly string[], start = 5) {
  const head = 'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n';
  const count = (signs: string) => hunk.filter((line) => signs.includes(line.charAt(0))).length;
  const range = `@@ -${start},${count(' -')} +${start},${count(' +')} @@`;
  const [file] = readDiff(`${head}${range}\n${hunk.join('\n')}\n`).files;
  return file!.hunks.flatMap(pageBlocks);
}

it('marks the paragraph that changed, and shows it as it is now', () => {
  expect(blocksOf([' # A', ' ', '-Old words', '+New words', ' go on.', ' ', ' Same.'])).toEqual([
    { kind: 'same', text: '# A' },
    { kind: 'changed', text: 'New words\ngo on.' },
    { kind: 'same', text: 'Same.' },
  ]);
});

it('shows a removed paragraph as removed, and the next one as it was', () => {
  expect(blocksOf([' A', ' ', '-B', '-', '-C', '-', ' D'])).toEqual([
    { kind: 'same', text: 'A' },
    { kind: 'removed', text: 'B\n\n\nC\n' },
    { kind: 'same', text: 'D' },
  ]);
});

it('keeps code with blank lines in one block', () => {
  expect(blocksOf([' ```sh', ' one', ' ', '+two', ' ```', ' ', ' after'])).toEqual([
    { kind: 'changed', text: '```sh\none\n\ntwo\n```' },
    { kind: 'same', text: 'after' },
  ]);
});

it('shows front matter as code', () => {
  expect(blocksOf([' ---', '-title: A', '+title: B', ' ---', ' ', ' Text'], 1)).toEqual([
    { kind: 'changed', text: '```yaml\ntitle: B\n```' },
    { kind: 'same', text: 'Text' },
  ]);
  expect(blocksOf([' A', ' ', ' ---', ' ', '+B'], 7)[0]).toEqual({ kind: 'same', text: 'A\n\n---' });
});

it('knows pages by their names', () => {
  const [file] = readDiff('diff --git a/a.MDX b/a.MDX\n--- a/a.MDX\n+++ b/a.MDX\n@@ -1 +1 @@\n-a\n+b\n').files;
  expect(isPage(file!)).toBe(true);
  expect(isPage({ ...file!, path: 'a.json' })).toBe(false);
  expect(isPage({ ...file!, hunks: [] })).toBe(false);
});

it('leaves out components, and shows what is within them as any other text', () => {
  expect(
    blocksOf([
      ' <Card title="A">',
      '   Some',
      '+  words',
      ' </Card>',
      ' <Steps>',
      '   ```sh',
      '   npm i',
      '   ```',
      ' </Steps>',
    ]),
  ).toEqual([
    { kind: 'changed', text: 'Some\nwords' },
    { kind: 'same', text: '```sh\nnpm i\n```' },
  ]);
});

it('knows front matter that a hunk shows only the end of', () => {
  expect(blocksOf(['-description: A', '+description: B', ' ---', ' ', ' Text', ' ', ' ---'], 3)).toEqual([
    { kind: 'changed', text: '```yaml\ndescription: B\n```' },
    { kind: 'same', text: 'Text\n\n---' },
  ]);
  expect(blocksOf([' Text: one', ' ', ' ---'], 3)).toEqual([{ kind: 'same', text: 'Text: one\n\n---' }]);
});

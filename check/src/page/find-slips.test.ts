import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

const conflict = '<<<<<<< HEAD\none\n=======\nother\n>>>>>>> branch\n';

it.each([
  ['a conflict', 'a.md', `# A\n\n${conflict}`, ['conflict-marker 3']],
  ['a conflict in MDX, named as what it is', 'a.mdx', `# A\n\n${conflict}`, ['conflict-marker 3']],
  ['every conflict', 'a.md', `${conflict}\ntext\n\n${conflict}`, ['conflict-marker 1', 'conflict-marker 9']],
  [
    'what git nested in one with it',
    'a.md',
    `<<<<<<< HEAD\n${conflict}=======\n>>>>>>> other\n`,
    ['conflict-marker 1'],
  ],
  ['one of which only an inner one ends', 'a.md', `<<<<<<< HEAD\n${conflict}`, ['conflict-marker 1']],
  ['marks without a middle', 'a.md', '<<<<<<< HEAD\n>>>>>>> branch\n', []],
  ['a conflict that is shown', 'a.md', `\`\`\`\n${conflict}\`\`\`\n`, []],
  ['a comment that is never closed', 'a.md', '# A\n\n<!-- note\n\ntext\n', ['unclosed-comment 3']],
  ['comments that are closed, and one that is shown', 'a.md', '<!-- a\n-->\n\n`<!--` text\n\n```\n<!-- x\n```\n', []],
  ['a link without an address', 'a.md', '[text]() [](){#x} [x](<>)\n', ['empty-link 1']],
  ['a footnote that is defined nowhere', 'a.md', 'A claim[^1] and [^a-z].\n', ['undefined-reference 1']],
  ['a footnote', 'a.md', 'A claim[^1].\n\n[^1]: Proof\n', []],
])('%s', async (_name, path, text, expected) => {
  const findings = await createCheck().checkFile(path, text);
  expect(findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual(expected);
});

it('reads addresses in expressions that can mean only one', async () => {
  const text =
    '<a href={"./gone"}>x</a> <img alt="" src={require("./gone.png").default} /> <img alt="" src={`${a}.png`} /> <a href={there}>x</a>\n';
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'a.mdx': text }) });
  expect(findings.map(({ rule }) => rule)).toEqual(['broken-link', 'missing-file']);
});

it('says where a conflict ends, with what git nested in it', async () => {
  const tree = createMemoryTree({ 'a.md': `<<<<<<< HEAD\n${conflict}=======\n>>>>>>> other\n` });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => message)).toEqual([
    'A conflict that git left behind ends on line 8: choose one of its sides and delete the marks.',
  ]);
});

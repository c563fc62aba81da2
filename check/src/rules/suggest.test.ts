import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { nearestAnchor } from './suggest.ts';

it('compares a wrong anchor with those of a page, unless they are so many that many wrong ones would hold the check up', () => {
  const anchors = (count: number): ReadonlySet<string> =>
    new Set(['set-up', ...Array.from({ length: count - 1 }, (_, index) => `${index}`.repeat(9))]);
  expect(nearestAnchor(anchors(2_000), 'set-ups')).toEqual({ text: 'set-up', certain: false });
  expect(nearestAnchor(anchors(2_001), 'set-ups')).toBeUndefined();
});

it('suggests the file beside it that is written with other signs and capitals, where there is one alone', async () => {
  const told = async (files: Files): Promise<readonly string[]> => {
    const tree = createMemoryTree({ 'README.md': '[x](docs/best-practices.md)\n', ...files });
    const { findings } = await createCheck().check({ tree });
    return findings.map(({ message }) => /(?<=Did you mean `)[^`]+/u.exec(message)?.[0] ?? 'none');
  };
  expect(await told({ 'docs/BEST_PRACTICES.md': '# A\n' })).toEqual(['./docs/BEST_PRACTICES.md']);
  expect(await told({ 'docs/BEST_PRACTICES.md': '# A\n', 'docs/Best practices.md': '# B\n' })).toEqual(['none']);
});

it('suggests the one anchor with other signs between its words', () => {
  expect(nearestAnchor(new Set(['1-简介', '2-b']), '1简介')).toEqual({ text: '1-简介', certain: false });
  expect(nearestAnchor(new Set(['set-up', 'setup']), 'set_up')).toBeUndefined();
});

it.each([
  ['[x](faqs)\n\n## FAQs', 'Did you mean `#faqs`?'],
  ['[x](5FAQ)\n\n## 5. FAQ', 'Did you mean `#5-faq`?'],
  ['[x](www.acme.nl)', 'Did you mean `https://www.acme.nl`?'],
  ['[x](a/faqs)\n\n## FAQs', 'there is no page or file at a/faqs.'],
])('says what is meant by %s', async (text, said) => {
  const tree = createMemoryTree({ 'README.md': `# A\n\n${text}\n` });
  const { findings } = await createCheck().check({ tree });
  expect(findings.map(({ message }) => message.slice(-said.length))).toEqual([said]);
});

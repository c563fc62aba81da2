import { expect, it } from 'vitest';
import { createCheck } from '../create-check.ts';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { numberItemsAfterCode } from './fences.ts';

it.each([
  ['x\n\n    code\n4. a', 'x\n\n    code\n1. a'],
  ['\tcode\n\n12) a', '\tcode\n\n1)  a'],
  ['x\n    goes on\n4. a', 'x\n    goes on\n4. a'],
  ['    code\n1. a\n2. b', '    code\n1. a\n2. b'],
  ['    code\n4.5 a', '    code\n4.5 a'],
  ['    code\n    4. a\nx', '    code\n    4. a\nx'],
])('numbers what CommonMark takes for an item: %j', (text, expected) => {
  expect(numberItemsAfterCode(text)).toBe(expected);
});

it('so that headings behind a block in such a list are found, as cmark-gfm shows them', async () => {
  const page =
    '# A\n\n    code\n\n4. a\n   ```\n   code\n    ```\n    ```\n    code\n    ```\n\n## B\n\n[ok](#b) [no](#c)\n';
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
    expect.stringMatching(/^broken-anchor .*#c\b/),
  ]);
});

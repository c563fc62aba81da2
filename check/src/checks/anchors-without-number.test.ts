import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const parts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
const headings = parts.map((name, index) => `## ${index + 1}. Part ${name}\n`).join('\n');

async function said(links: readonly string[]): Promise<string[]> {
  const page = `---\nlayout: x\n---\n\n${headings}\n${links.map((anchor) => `[x](#${anchor})`).join(' ')}\n`;
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ 'a.md': page }) });
  return findings.map(({ severity, message }) => `${severity} ${/mean (\S+)\?/u.exec(message)?.[1] ?? message}`);
}

const kept = parts.slice(0, 6).map((name, index) => `${index + 1}-part-${name.toLowerCase()}`);

it('tells an anchor without the number of its heading, where most others have theirs', async () => {
  expect(await said([...kept, 'part-seven', 'part-one'])).toEqual(['warning #7-part-seven', 'warning #1-part-one']);
});

it('tells none where few have it, as the program may leave it out', async () => {
  expect(await said([...kept.slice(1), 'part-seven'])).toEqual([]);
  expect(await said([...kept, 'part-five', 'part-six', 'part-seven', 'part-eight'])).toEqual([]);
});

import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(page: string): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  return findings.flatMap(({ severity, line, message }) =>
    message.includes('its text is')
      ? [`${severity} ${line ?? 0} ${/#\d+, and its text is #\d+/u.exec(message)?.[0] ?? ''}`]
      : [],
  );
}

const at = 'https://github.com/acme/tool';

it('a link whose text is the number of an issue leads to that issue', async () => {
  const right = `See [#39](${at}/issues/39), [#39](${at}/pull/39#issuecomment-1) and [#39 on the list](${at}/issues/3).\n`;
  expect(await said(right)).toEqual([]);
  const told = ['warning 3 #3, and its text is #39'];
  expect(await said(`${right}\nSee [#39](${at}/issues/3).\n`)).toEqual(told);
  // Of lists, only what a parser is needed for is read by one.
  expect(await said(`- One\n- Two\n- See [#39](//github.com/acme/tool/issues/3).\n- Four\n`)).toEqual(told);
  expect(await said(`See [#39].\n\n[#39]: ${at}/discussions/3\n`)).toEqual(told);
  expect(await said(`See [#39](https://tracker.acme.dev/issues/3).\n\n[#38]: ${at}/issues/3\n`)).toEqual([]);
});

it('or to the change that closes it, which is later', async () => {
  expect(await said(`See [#39](${at}/pull/42).\n`)).toEqual([]);
  expect(await said(`See [#39](${at}/pull/38).\n`)).toEqual(['warning 1 #38, and its text is #39']);
});

it('and where many do not, something else is meant', async () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, index) => `[#${index + 1}](${at}/issues/${index + 7})\n`).join('\n');
  expect(await said(links(3))).toHaveLength(3);
  expect(await said(links(4))).toEqual([]);
});

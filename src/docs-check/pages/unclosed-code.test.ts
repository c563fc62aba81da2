import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function severityOf(text: string): Promise<string | undefined> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ 'README.md': text }) });
  return findings.find(({ rule }) => rule === 'unclosed-fence')?.severity;
}

it('a block of code that nothing closes is an error where text of the page is in it, and else a warning', async () => {
  const open = '# A\n\n```sh\nmake all # every part\n\nmake test\n';
  expect(await severityOf(`${open}\`\`\`\n`)).toBeUndefined();
  expect(await severityOf(open)).toBe('warning');
  for (const text of ['## More', 'Then it is done.', '- [x](b.md)', '![x](b.png)', '~~~', '然后完成。'])
    expect(await severityOf(`${open}\n${text}\n`)).toBe('error');
  expect(await severityOf('1. a\n\n   ```\nmake all\n')).toBe('error');
});

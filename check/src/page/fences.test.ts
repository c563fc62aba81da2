import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function severityOf(text: string): Promise<string | undefined> {
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': text }) });
  return findings.find(({ rule }) => rule === 'unclosed-fence')?.severity;
}

it('one that a fence with another indentation closes for some programs is a warning', async () => {
  expect(await severityOf('1. a\n\n   ```\n   make\n```\n\n## More\n\nText.\n')).toBe('warning');
  expect(await severityOf('```py\nx\n  ```a\n  b\n  ```\ny\n```\n\n## More\n\nText.\n')).toBe('warning');
});

it('Python-Markdown reads fences that are indented more than their block as code', async () => {
  const inner = '```py\nx\n  ```a\n  [b](none.md)\n  ```\n  [b](none.md)\ny\n```\n\n## More\n\nText.\n';
  const rulesOn = async (text: string): Promise<string[]> => {
    const tree = createMemoryTree({ 'mkdocs.yml': 'site_name: x\n', 'docs/index.md': `# A\n\n${text}` });
    return (await createCheck().check({ tree })).findings.map(({ rule }) => rule);
  };
  expect(await rulesOn(inner)).toEqual([]);
  expect(await rulesOn('    ```a\n\n    [b](none.md)\n    ```\n\n[c](other.md)\n')).toEqual(['broken-link']);
  expect(await rulesOn('```a\n\nb\n\n## More\n')).toContain('unclosed-fence');
});

it('a block of code that nothing closes is an error where text of the page is in it, and else a warning', async () => {
  const open = '# A\n\n```sh\nmake all # every part\n\nmake test\n';
  expect(await severityOf(`${open}\`\`\`\n`)).toBeUndefined();
  expect(await severityOf(open)).toBe('warning');
  for (const text of ['## More', 'Then it is done.', '- [x](b.md)', '![x](b.png)', '~~~', '然后完成。'])
    expect(await severityOf(`${open}\n${text}\n`)).toBe('error');
  expect(await severityOf('1. a\n\n   ```\nmake all\n')).toBe('error');
  const inItem = '1. a\n\n   ```\n   make all\n\n';
  for (const text of ['## More', 'Then it is done', '2. Then it is done'])
    expect(await severityOf(`${inItem}${text}\n`)).toBe('warning');
  expect(await severityOf('```tsx\nreturn (\n  <Board />\n);\n')).toBe('warning');
  const prompt = '```baml\nfunction Tell() {\n  prompt #"\n    Describe the image.\n  "#\n}\n';
  expect(await severityOf(prompt)).toBe('warning');
  expect(await severityOf(`${prompt}\nThen it is done.\n`)).toBe('error');
  for (const text of ['make(all) of it', '- make', '`make` of it', 'make all'])
    expect(await severityOf(`${inItem}${text}\n`)).toBe('error');
});

it('comments and items of data in a block that nothing closes are no text of the page', async () => {
  for (const code of ['```bash\n# Every part of it\nmake all\n', '```yaml\n# Parts\nparts:\n  - one\n'])
    expect(await severityOf(`# A\n\n${code}`)).toBe('warning');
  for (const code of ['```bash\nmake all\n\n## More\n', '```yaml\na: b\n\n[x](b.md)\n'])
    expect(await severityOf(`# A\n\n${code}`)).toBe('error');
});

it('a fence without a language may be one too many', async () => {
  const messageOf = async (text: string): Promise<string | undefined> =>
    (await createCheck().check({ tree: createMemoryTree({ 'README.md': text }) })).findings[0]?.message;
  expect(await messageOf('# A\n\n```\n\nThen it is done.\n')).toContain('one too many');
  expect(await messageOf('# A\n\n```js\n\nThen it is done.\n')).not.toContain('one too many');
});

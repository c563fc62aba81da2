import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nothingOutside } from '../../docs-agent.ts';
import { createTools } from './create-tools.ts';
import type { ToolOutcome } from './tool.ts';
import { createTreeAccess } from './tree-access.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docwright-search-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function toolbox(at = root, docsFolder = ''): (name: string, input: object) => Promise<ToolOutcome> {
  const tools = createTools({
    tree: createTreeAccess({ root: at, docsFolder }),
    checks: { file: () => Promise.resolve([]), docs: () => Promise.reject(new Error('not asked')) },
    change: {
      diff: () => Promise.resolve(''),
      before: () => Promise.resolve(undefined),
      isUntouched: () => Promise.resolve(true),
    },
    outside: nothingOutside,
    messages: [],
    sees: [],
  });
  return async (name, input) =>
    tools
      .find(({ definition }) => definition.name === name)!
      .call(input, new AbortController().signal)
      .catch((error: unknown) => ({ failed: true, text: (error as Error).message }));
}

const search = async (input: object, docsFolder = '') => (await toolbox(root, docsFolder)('search', input)).text;

it('finds letters of either case unless it is told not to', async () => {
  put('a.md', 'Retry\nretry\nRETRY\n');
  expect(await search({ pattern: 'Retry' })).toMatch(/^3 lines match/);
  expect(await search({ pattern: 'Retry', case_sensitive: true })).toBe('1 line matches, in 1 file:\na.md\n1\tRetry');
});

it.each([
  ['docs/**/*.md', '', ['docs/a.md', 'docs/guides/b.md']],
  ['**/*.md', 'docs', ['docs/a.md', 'docs/guides/b.md']],
  ['guides/*.md', 'docs', ['docs/guides/b.md']],
  ['/docs/*.md', '', ['docs/a.md']],
  ['!docs/guides/**', '', ['docs/a.md', 'other/c.md']],
  ['!guides/**', 'docs', ['docs/a.md']],
  ['*.{md,mdx}', 'other', ['other/c.md']],
])('takes the glob %s in "%s"', async (glob, path, files) => {
  for (const file of ['docs/a.md', 'docs/guides/b.md', 'other/c.md']) put(file, 'needle\n');
  const answer = await search({ pattern: 'needle', glob, path, show: 'files' });
  expect(answer.split('\n').slice(1)).toEqual(files.map((file) => `${file}: 1`));
});

it('refuses a line of which too much would have to be told, as minified ones are', async () => {
  put('minified.js', 'a'.repeat(512 * 1024));
  expect(await search({ pattern: 'a' })).toBe('A matching line is too long to show.');
  expect(await search({ pattern: 'a{1000,}' })).toMatch(/^1 line matches, in 1 file/);
});

it('finds what git ignores, and nothing in its folder or among packages', async () => {
  put('.gitignore', 'kept\n');
  for (const folder of ['kept', '.git', 'node_modules/x', '.hidden']) put(`${folder}/a.md`, 'needle\n');
  expect(await search({ pattern: 'needle', show: 'files' })).toBe(
    '2 lines match, in 2 files:\n.hidden/a.md: 1\nkept/a.md: 1',
  );
});

it('says how many there are in all, and shows the rest when asked', async () => {
  put('a.md', 'needle\n'.repeat(400));
  put('b.md', 'needle\n'.repeat(79));
  const pages = [await search({ pattern: 'needle' })];
  for (;;) {
    const next = /continue with offset (\d+)\.$/.exec(pages.at(-1)!);
    if (next === null) break;
    pages.push(await search({ pattern: 'needle', offset: Number(next[1]) }));
  }
  expect(pages[0]).toMatch(/^479 lines match, in 2 files, of which 1 to 150:\na\.md\n1\tneedle\n/);
  const numbers = pages.flatMap((page) => [...page.matchAll(/^(\d+)\tneedle$/gm)].map(([, number]) => Number(number)));
  expect(numbers).toEqual([
    ...Array.from({ length: 400 }, (_, index) => index + 1),
    ...Array.from({ length: 79 }, (_, index) => index + 1),
  ]);
  expect(await search({ pattern: 'needle', offset: 479 })).toMatch(/Offset 479 is past the end/);
});

it('shows documentation before code and generated files, says how many hits lie where, and pages through all', async () => {
  for (const path of ['api/client.ts', 'dist/a.md', 'docs.json', 'guides/b.md', 'package-lock.json', 'z.mdx'])
    put(path, 'needle\n'.repeat(60));
  const count =
    '360 lines match, in 6 files (120 in documentation pages, 120 in other files, 120 in generated and locked files)';
  const order = ['guides/b.md', 'z.mdx', 'api/client.ts', 'docs.json', 'dist/a.md', 'package-lock.json'];
  expect(await search({ pattern: 'needle', show: 'files' })).toBe(
    `${count}:\n${order.map((path) => `${path}: 60`).join('\n')}`,
  );
  const seen: string[] = [];
  const pages: string[] = [];
  for (let next: string | undefined = '0'; next !== undefined;) {
    const answer = await search({ pattern: 'needle', context: 1, offset: Number(next) });
    pages.push(answer.split('\n', 1)[0] ?? '');
    let path = '';
    for (const line of answer.split('\n').slice(1)) {
      if (order.includes(line)) path = line;
      else if (/^\d+\tneedle$/.test(line)) seen.push(`${path}:${line}`);
    }
    next = /continue with offset (\d+)\.$/.exec(answer)?.[1];
  }
  expect(pages).toEqual([
    `${count}, of which 1 to 150:`,
    `${count}, of which 151 to 300:`,
    `${count}, of which 301 to 360:`,
  ]);
  expect(seen).toEqual(
    order.flatMap((path) => Array.from({ length: 60 }, (_, index) => `${path}:${index + 1}\tneedle`)),
  );
});

it('shows the place in a long line, and says that it was cut', async () => {
  put('a.md', `${'é'.repeat(5_000)} the needle here ${'b'.repeat(5_000)}\n`);
  const answer = await search({ pattern: 'needle' });
  expect(answer).toMatch(/…é+ the needle here b+… ⟦\d,?\d+ more characters in this line⟧$/);
  expect(answer.length).toBeLessThan(600);
});

it('shows lines around the matches, of this page alone', async () => {
  put('a.md', ['one', 'two', 'needle', 'four', 'five', 'six', 'needle', 'eight'].join('\n'));
  expect(await search({ pattern: 'needle', context: 1 })).toBe(
    '2 lines match, in 1 file:\na.md\n2-\ttwo\n3\tneedle\n4-\tfour\n…\n6-\tsix\n7\tneedle\n8-\teight',
  );
  expect(await search({ pattern: 'needle', context: 1, offset: 1 })).toBe(
    '2 lines match, in 1 file, of which 2 to 2:\na.md\n6-\tsix\n7\tneedle\n8-\teight',
  );
});

it('finds an invisible character by what it is shown as', async () => {
  put('a.md', 'one\u200btwo\n');
  const answer = '1 line matches, in 1 file:\na.md\n1\tone⟦U+200B⟧two';
  expect(await search({ pattern: 'e⟦U+200B⟧t' })).toBe(answer);
});

it('shows lines that are not UTF-8', async () => {
  put('a.md', Buffer.from('caf\xe9 needle\n', 'latin1'));
  expect(await search({ pattern: 'needle' })).toBe('1 line matches, in 1 file:\na.md\n1\tcaf\ufffd needle');
});

it('says what is wrong with a path, and nothing of where the tree lies', async () => {
  expect(await search({ pattern: 'a', path: 'missing' })).toBe("There is no file or folder 'missing'.");
  expect(await search({ pattern: 'a', glob: '{a' })).toMatch(/^Invalid search/);
  expect(await search({ pattern: 'a', glob: '{a' })).not.toContain(root);
});

it('advises nothing that the tool cannot do', async () => {
  expect(await search({ pattern: 'a\\nb' })).toMatch(/not allowed in a regex\. Search for one line of the passage/);
  expect(await search({ pattern: '(?<=a)b' })).toMatch(/look-behind, is not supported$/);
  expect(await search({ pattern: 'retry(5' })).toMatch(/unclosed group\nIf the pattern is plain text, use literal/);
});

it('lets lines be edited that it has shown whole, and no others', async () => {
  put('a.md', `one needle\r\ntwo\r\n${'long '.repeat(100)}needle\r\n`);
  const call = toolbox();
  const edit = (old_text: string, new_text: string) => call('edit', { path: 'a.md', old_text, new_text });
  expect((await edit('one needle', 'x')).text).toMatch(/Read 'a.md' first, or search/);
  await call('search', { pattern: 'needle' });
  expect((await edit('two', 'x')).text).toMatch(/Read 'a.md' first/);
  expect((await edit('long needle', 'x')).text).toMatch(/Read 'a.md' first/);
  expect(await edit('one needle', 'one pin')).not.toMatchObject({ failed: true });
  expect(await edit('one pin', 'one nail')).not.toMatchObject({ failed: true });
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toMatch(/^one nail\r\ntwo\r\nlong /);
});

/** Words and signs of the texts themselves, so that most patterns find something. */
const snippet = fc.constantFrom(
  'the',
  'Docs',
  'config',
  '`',
  '\\bis\\b',
  '[a-z]{12}',
  '^#',
  'e$',
  '.',
  'x|y',
  '\\d+\\.',
  'ß',
);

it('counts what ripgrep counts, over random patterns on real documentation', async () => {
  const documentation = join(import.meta.dirname, '../../../../..');
  const folders = ['docs', 'docs/guide', 'docs/decisions'];
  const call = toolbox(documentation);
  await fc.assert(
    fc.asyncProperty(
      fc.array(snippet, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(...folders),
      fc.constantFrom(undefined, '*.md', '**/a*.md', '!*index*'),
      fc.boolean(),
      async (snippets, path, glob, isCaseSensitive) => {
        const pattern = snippets.join('.*');
        const counts = countWithRipgrep(documentation, { pattern, path, glob, isCaseSensitive });
        const { text } = await call('search', { pattern, path, glob, case_sensitive: isCaseSensitive, show: 'files' });
        const found = [...text.matchAll(/^(.+): (\d+)$/gm)].map(([, file, count]) => [file, Number(count)]);
        expect(found).toEqual(counts);
        const sum = counts.reduce((total, [, count]) => total + count, 0);
        expect(text.startsWith(sum === 0 ? 'No matches.' : `${sum} line`)).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

function countWithRipgrep(
  cwd: string,
  query: { pattern: string; path: string; glob: string | undefined; isCaseSensitive: boolean },
): [string, number][] {
  const options = ['--count', '--sort=path', '--no-ignore', ...(query.isCaseSensitive ? [] : ['--ignore-case'])];
  const globs = query.glob === undefined ? [] : ['--glob', query.glob];
  try {
    const out = execFileSync(rgPath, [...options, ...globs, '--', query.pattern, query.path], {
      cwd,
      encoding: 'utf8',
    });
    return out
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.lastIndexOf(':')), Number(line.slice(line.lastIndexOf(':') + 1))]);
  } catch (error) {
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

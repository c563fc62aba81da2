import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const page = (...urls: readonly string[]): string => urls.map((url) => `[x](${url})\n`).join('');

async function told(files: Files): Promise<readonly string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule }) => rule === 'malformed-link')
    .map(
      ({ severity, path, line, message }) =>
        `${severity} ${path}:${line ?? 0} ${/host of (\S+)/u.exec(message)?.[1] ?? ''}`,
    );
}

it('tells a host without its ending, which other links of the site have', async () => {
  const wrong = ['https://acme/guide', 'http://docs.acme/x', 'https://acme'];
  const named = { 'a.md': page('https://acme.dev/start', 'https://docs.acme.dev/') };
  expect(await told({ ...named, 'README.md': page(wrong[0] ?? '', 'https://tool/guide') })).toEqual([
    'warning README.md:1 https://acme/guide',
  ]);
  expect(await told({ 'README.md': page(...wrong) })).toEqual([]);
});

it('says nothing where several hosts may be meant', async () => {
  const files = { 'a.md': page('https://acme.dev', 'https://acme.org'), 'README.md': page('https://acme/guide') };
  expect(await told(files)).toEqual([]);
});

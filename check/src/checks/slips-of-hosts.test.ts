import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';
import { slipsOfHosts } from './slips-of-hosts.ts';

async function meantIn(hosts: readonly string[], more: Files = {}): Promise<string[]> {
  const readme = hosts.map((host) => `[x](https://${host}/)\n`).join('');
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree({ 'README.md': readme, ...more }) });
  return findings.map(
    ({ severity, message }) => `${severity} ${/probably mistyped: ([\w.-]+)/u.exec(message)?.[1] ?? message}`,
  );
}

const own = { 'mkdocs.yml': 'site_name: x\nsite_url: https://mondaymorning.acme.io/\n', 'docs/index.md': '# x\n' };
const told = ['warning mondaymorning.acme.io'];

it('tells a host that is a letter off the one on which settings publish something', async () => {
  expect(await meantIn(['mondaymonrning.acme.io'], own)).toEqual(told);
  expect(await meantIn(['mondaymoning.acme.io'], own)).toEqual(told);
  expect(await meantIn(['mondaymornign.acme.io'], own)).toEqual(told);
  expect(await meantIn(['mondaymonrning.acme.io'])).toEqual([]);
  expect(await meantIn(['mondaymorning.acme.io'], own)).toEqual([]);
});

it('takes other words, numbers, plurals and short names for those of others', async () => {
  const others = [
    'mondaymorninx.acme.io',
    'mondaymornings.acme.io',
    'mondays-morning.acme.io',
    'mondaymorning2.acme.io',
  ];
  expect(await meantIn([...others, 'monday-morning.acme.io', 'mondaymonrning.acme.org'], own)).toEqual([]);
  const short = { ...own, 'mkdocs.yml': 'site_name: x\nsite_url: https://monday.acme.io/\n' };
  expect(await meantIn(['mondday.acme.io'], short)).toEqual([]);
});

it('tells one that is named once, where the other is named much more often', async () => {
  const often = (count: number): string[] => Array.from({ length: count }, () => 'stackoverflow.com');
  expect(await meantIn([...often(5), 'stackoverlow.com'])).toEqual(['warning stackoverflow.com']);
  expect(await meantIn([...often(4), 'stackoverlow.com'])).toEqual([]);
  expect(await meantIn([...often(5), 'stackoverlow.com', 'stackoverlow.com'])).toEqual([]);
});

it('leaves owners of the code host to another rule', async () => {
  const pages = { ...own, 'mkdocs.yml': 'site_name: x\nsite_url: https://mondaymorning.github.io/\n' };
  expect(await meantIn(['mondaymonrning.github.io'], pages)).toEqual([]);
});

it('compares no thousands of hosts that one name tells apart, each with all', () => {
  const links = Array.from({ length: 50_000 }, (_, index) => {
    const name = Array.from(String(index), (digit) => 'abcdefghij'.charAt(Number(digit))).join('');
    return { path: 'a.md', link: { url: `https://longname${name}.com/`, line: 1, column: 1 } };
  });
  expect([...slipsOfHosts(links, [])]).toEqual([]);
});

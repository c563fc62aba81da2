import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock } from '../../kernel/clock.ts';
import { loadCatalogue } from './catalogue.ts';
import { createTrafficClassifier } from './classify.ts';
import { refreshRanges, withRefreshedRanges } from './refresh-ranges.ts';

const shipped = loadCatalogue();
/** As it was shipped, but for one list of which no copy is known. */
const catalogue = {
  ...shipped,
  addressRanges: shipped.addressRanges.map((list) =>
    list.id === 'openai-searchbot' ? { ...list, prefixes: [], snapshotDate: null } : list,
  ),
};
const clock = createManualClock(Date.UTC(2026, 11, 1));
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ranges-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** Answers of the publishers by URL; any other URL is not found. */
async function refresh(answers: Record<string, string>) {
  const asked: string[] = [];
  const results = await refreshRanges({
    catalogue,
    directory,
    clock,
    fetch: (input) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push(url);
      const body = answers[url];
      return Promise.resolve(body === undefined ? new Response('', { status: 404 }) : new Response(body));
    },
  });
  return { asked, of: (id: string) => results.find((result) => result.id === id) };
}

const searchbot = 'https://openai.com/searchbot.json';
const gptbot = 'https://openai.com/gptbot.json';
const published = (...prefixes: string[]) =>
  JSON.stringify({
    creationTime: 'x',
    prefixes: prefixes.map((prefix) => ({ [prefix.includes(':') ? 'ipv6Prefix' : 'ipv4Prefix']: prefix })),
  });

async function verdictOf(ip: string) {
  const classifier = createTrafficClassifier(await withRefreshedRanges(catalogue, directory));
  return classifier.classify({ source: 'log', userAgent: 'OAI-SearchBot/1.0', ip }).verdict;
}

it('asks every published list, keeps what is sound and uses it', async () => {
  expect(await verdictOf('192.0.2.7')).toBe('unverifiable');
  const { asked, of } = await refresh({ [searchbot]: published('192.0.2.0/24', '2001:db8::/32') });
  expect(new Set(asked)).toEqual(new Set(catalogue.addressRanges.map((list) => list.url)));
  expect(of('openai-searchbot')).toEqual({ id: 'openai-searchbot', outcome: 'refreshed', prefixes: 2 });
  expect(await verdictOf('192.0.2.7')).toBe('verified');
  expect(await verdictOf('2001:db8::9')).toBe('verified');
});

it.each([
  ['an error', undefined, /answered 404/],
  ['no JSON', '<html>', /list of prefixes/],
  ['another form', '{"ranges":[]}', /list of prefixes/],
  ['an empty list', '{"prefixes":[]}', /no ranges/],
  ['a range that is none', published('192.0.2.0/99'), /192\.0\.2\.0\/99/],
])('keeps the last good copy after %s', async (_name, answer, reason) => {
  await refresh({ [searchbot]: published('192.0.2.0/24') });
  const { of } = await refresh(answer === undefined ? {} : { [searchbot]: answer });
  expect(of('openai-searchbot')).toMatchObject({ outcome: 'kept', reason: expect.stringMatching(reason) as string });
  expect(await verdictOf('192.0.2.7')).toBe('verified');
});

it('does not believe a list that lost most of what is known', async () => {
  const { of } = await refresh({ [gptbot]: published('192.0.2.0/24') });
  expect(of('openai-gptbot')).toMatchObject({ outcome: 'kept', reason: expect.stringContaining('21') as string });
});

it('prefers a shipped list that is newer, and overlooks a damaged copy', async () => {
  writeFileSync(
    join(directory, 'openai-gptbot.json'),
    JSON.stringify({ snapshotDate: '2020-01-01', prefixes: ['192.0.2.0/24'] }),
  );
  writeFileSync(join(directory, 'anthropic-bots.json'), '{"snapsh');
  const merged = await withRefreshedRanges(catalogue, directory);
  expect(merged.addressRanges).toEqual(catalogue.addressRanges);
});

it('reads a list that stands inside a web page', async () => {
  const page = `<html><script>{"a":1}</script><pre>{ ${published('192.0.2.7').slice(1)}</pre></html>`;
  const { of } = await refresh({ 'https://developer.amazon.com/amazonbot/ip-addresses/': page });
  expect(of('amazon-amazonbot')).toEqual({ id: 'amazon-amazonbot', outcome: 'refreshed', prefixes: 1 });
});

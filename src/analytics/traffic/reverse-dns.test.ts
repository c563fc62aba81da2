import { expect, it } from 'vitest';
import { createManualClock, duration } from '../../kernel/clock.ts';
import { loadCatalogue } from './catalogue.ts';
import { createTrafficClassifier } from './classify.ts';
import { createReverseDns, type NameResolver } from './reverse-dns.ts';

const clock = createManualClock(Date.UTC(2026, 10, 21));

function dns(names: Record<string, string[]>, addresses: Record<string, string[]>) {
  const asked: string[] = [];
  const answer = (table: Record<string, string[]>) => (key: string) => {
    asked.push(key);
    return table[key] === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(table[key]);
  };
  const resolver: NameResolver = { reverse: answer(names), resolve: answer(addresses) };
  return { asked, reverseDns: createReverseDns({ resolver, clock }) };
}

it('knows a name once it points back, and asks once a day', async () => {
  const { asked, reverseDns } = dns(
    { '2001:db8::1': ['crawl-1.googlebot.com.'] },
    { 'crawl-1.googlebot.com.': ['192.0.2.1', '2001:0db8::0001'] },
  );
  expect(reverseDns.confirmedHostName('2001:db8::1')).toBeUndefined();
  await reverseDns.settled();
  expect(reverseDns.confirmedHostName('2001:db8::1')).toBe('crawl-1.googlebot.com');
  expect(asked).toHaveLength(2);
  clock.advance(25 * duration.hour);
  expect(reverseDns.confirmedHostName('2001:db8::1')).toBeUndefined();
  await reverseDns.settled();
  expect(asked).toHaveLength(4);
});

it.each([
  ['has no name', {}, {}],
  [
    'has a name that points elsewhere',
    { '192.0.2.1': ['crawl.googlebot.com'] },
    { 'crawl.googlebot.com': ['66.249.66.1'] },
  ],
  ['has a name that points nowhere', { '192.0.2.1': ['crawl.googlebot.com'] }, {}],
])('believes nothing of an address that %s', async (_name, names, addresses) => {
  const { reverseDns } = dns(names, addresses);
  reverseDns.confirmedHostName('192.0.2.1');
  await reverseDns.settled();
  expect(reverseDns.confirmedHostName('192.0.2.1')).toBeUndefined();
});

it('starts no more than twenty look-ups at once', () => {
  const { asked, reverseDns } = dns({}, {});
  for (let host = 0; host < 100; host += 1) reverseDns.confirmedHostName(`192.0.2.${host}`);
  expect(asked).toHaveLength(20);
});

it('proves Baiduspider, whose operator publishes no addresses', () => {
  const classifier = createTrafficClassifier(loadCatalogue());
  const request = { source: 'log', userAgent: 'Mozilla/5.0 (compatible; Baiduspider/2.0)', ip: '192.0.2.1' } as const;
  const hostName = 'baiduspider-192-0-2-1.crawl.baidu.com';
  expect(classifier.classify({ ...request, hostName })).toMatchObject({ verdict: 'verified', evidence: 'reverse_dns' });
  expect(classifier.classify({ ...request, hostName: 'x.example' })).toMatchObject({ verdict: 'unverifiable' });
});

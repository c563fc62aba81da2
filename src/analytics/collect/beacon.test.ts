import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Beacon } from '../../contract/beacon.ts';
import { hitOfBeacon } from './beacon.ts';
import { createPlainBeaconCheck } from './plain-beacon.ts';

const beacon = { project: 'p', id: 'a'.repeat(32), url: 'https://docs.example/guide', hints: [] };
const request = {
  receivedMs: 5,
  ip: '10.0.0.1',
  userAgent: 'x',
  headers: { 'x-forwarded-for': '203.0.113.9', 'sec-fetch-dest': 'empty' },
};

it('makes a page view of a beacon, with the proxy’s word and no other header', () => {
  expect(hitOfBeacon(beacon, request)).toMatchObject({
    source: 'tracker',
    timestampMs: 5,
    url: beacon.url,
    method: 'GET',
    status: 200,
    eventId: beacon.id,
    headers: { 'x-forwarded-for': '203.0.113.9' },
    automated: false,
  });
});

it('takes any sign of automation for one', () => {
  expect(hitOfBeacon({ ...beacon, hints: ['webdriver'] }, request).automated).toBe(true);
});

it('keeps the status of an error page, which the pipeline then drops', () => {
  expect(hitOfBeacon({ ...beacon, status: 404 }, request).status).toBe(404);
});

it('checks by hand only what the schema takes unchanged', () => {
  const isPlain = createPlainBeaconCheck();
  const full = { ...beacon, event: 'signup', status: 200, referrer: 'https://a.example/', visitorId: 'v' };
  expect([beacon, full].map(isPlain)).toEqual([true, true]);
  const anything = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      'a'.repeat(32),
      'A'.repeat(32),
      'a'.repeat(65),
      99,
      100,
      599,
      600,
      200.5,
      '200',
      null,
      [],
      {},
    ),
    fc.constantFrom<unknown>(
      ['webdriver'],
      'http://1.2.3.999/',
      'https://a..b',
      'ftp://x/',
      `https://x/${'y'.repeat(8192)}`,
    ),
    fc.constantFrom<unknown>('e'.repeat(101), 'r'.repeat(2048), 'r'.repeat(2049), 'v'.repeat(64), '0'.repeat(33)),
    fc.string(),
    fc.webUrl(),
  );
  const name = fc.constantFrom(...Object.keys(full), 'other', '__proto__');
  fc.assert(
    fc.property(
      fc.constantFrom(beacon, full),
      fc.array(fc.tuple(name, anything), { maxLength: 2 }),
      (whole, broken) => {
        const entries = [...Object.entries(whole), ...broken];
        const value: unknown = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
        if (isPlain(value)) expect(Beacon.parse(value)).toEqual(value);
      },
    ),
    { numRuns: 2_000 },
  );
});

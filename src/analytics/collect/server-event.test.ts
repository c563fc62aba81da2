import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerEvent } from '../../contract/server-event.ts';
import { addressKey, addressText } from '../../http/address.ts';
import { createPlainServerEventCheck } from './plain-server-event.ts';
import { readDelivery } from './read-delivery.ts';
import { createServerEventReader } from './server-event.ts';

const readBody = createServerEventReader();
const readServerEvents = (text: string | Buffer) => readDelivery(readBody(Buffer.from(text)), { limit: 10_000 });
const isPlain = createPlainServerEventCheck();

const event = { timestamp: 1_795_262_400_000, path: '/guide', ip: '203.0.113.9', userAgent: 'x' };

/** Values that are right, nearly right, and wrong, for every field. */
const anything = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(
    null,
    '',
    'GET',
    'get',
    'DE',
    'de',
    200,
    99,
    600,
    1.5,
    -1,
    8.64e15,
    8.65e15,
    '2026-11-21T12:00:00Z',
    '2026-11-21',
    'a'.repeat(300),
    '/guide',
    'https://docs.example/a?b#c',
    'http://1.2.3.999/',
    'https://xn--a/',
    'https://a..b',
    'http://a:99999/',
    'ftp://x/',
    '1.2.3.4',
    '01.2.3.4',
    '::1',
    '1::2::3',
    '1:2:3:4:5:6:7::',
    '::ffff:1.2.3.4',
    'chatgpt.com',
    '-a.b',
    'a_b',
    {},
    [],
  ),
  fc.ipV4(),
  fc.ipV6(),
  fc.webUrl(),
  fc.domain(),
  fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('accept', 'sec-fetch-mode', 'Accept')),
    fc.oneof(fc.string(), fc.string(), fc.integer()),
  ),
);
const nearlyEvents = fc
  .record(
    Object.fromEntries(
      [
        'id',
        'timestamp',
        'url',
        'path',
        'ip',
        'userAgent',
        'method',
        'status',
        'accept',
        'contentType',
        'referrer',
        'headers',
        'headersComplete',
        'signedBy',
        'visitorId',
        'userId',
        'country',
        'other',
      ].map((name) => [name, anything]),
    ),
    { requiredKeys: [] },
  )
  .chain((broken) =>
    fc
      .subarray(Object.keys(broken))
      .map((kept) => ({ ...event, ...Object.fromEntries(kept.slice(0, 3).map((name) => [name, broken[name]])) })),
  );

it.each([
  ['2026-11-21T12:30:15Z', '2026-11-21T12:30:15.000Z'],
  ['2026-11-21T12:30:15.25+05:30', '2026-11-21T07:00:15.250Z'],
  ['2026-11-21T12:30:15+05', '2026-11-21T07:30:15.000Z'],
  ['20261121T123015Z', '2026-11-21T12:30:15.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('reads the time %s', async (timestamp, moment) => {
  const { hits } = await readServerEvents(JSON.stringify([{ ...event, timestamp }]));
  expect(new Date(hits[0]!.timestampMs).toISOString()).toBe(moment);
});

it.each(['2026-11-21T12:30:15', '2026-11-21', '2026-02-30T00:00:00Z', '10000-01-01T00:00:00Z', ''])(
  'refuses the time %j, and says how to write one',
  async (timestamp) => {
    const { rejected } = await readServerEvents(JSON.stringify([{ ...event, timestamp }]));
    expect(rejected[0]?.message).toMatch(/^`timestamp` must be .*ISO 8601 date-time with an offset or Z\.$/);
  },
);

describe('readServerEvents', () => {
  it('reads an array and NDJSON alike', async () => {
    const events = [
      event,
      {
        ...event,
        path: undefined,
        url: 'https://docs.example/a',
        timestamp: '2026-11-21T12:00:00+01:00',
        headers: { rsc: '1' },
        method: 'post',
      },
    ];
    const array = await readServerEvents(JSON.stringify(events));
    expect(array.rejected).toEqual([]);
    expect(array.hits).toMatchObject([
      { source: 'server', timestampMs: event.timestamp, url: '/guide', method: 'GET', status: 200, ip: event.ip },
      { url: 'https://docs.example/a', timestampMs: Date.UTC(2026, 10, 21, 11), method: 'POST', headers: { rsc: '1' } },
    ]);
    expect(await readServerEvents(events.map((one) => JSON.stringify(one)).join('\r\n'))).toEqual(array);
  });

  it('refuses a bad event by its place and never its neighbours', async () => {
    const { hits, rejected } = await readServerEvents(
      JSON.stringify([event, { ...event, status: 'ok', surprise: 1 }, null, { ...event, url: 'https://b/' }, event]),
    );
    expect(hits).toHaveLength(2);
    expect(rejected.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(rejected[0]?.message).toBe('`status` must be a number, not a string.');
    expect(rejected.map(({ reason }) => reason)).toEqual(['rejected_request', 'rejected_form', 'rejected_request']);
    expect(rejected[2]?.message).toMatch(/`url` must be given, or `path`/);
  });

  it('says what is wrong with a line or an array that is no JSON', async () => {
    expect(await readServerEvents(`${JSON.stringify(event)}\n{"a":\n${JSON.stringify(event)}`)).toMatchObject({
      hits: [{}, {}],
      rejected: [{ index: 1 }],
    });
    expect(await readServerEvents('[{"timestamp":1}')).toMatchObject({ hits: [], rejected: [{ index: 0 }] });
    expect(await readServerEvents(' \n ')).toMatchObject({ hits: [], rejected: [] });
    expect((await readServerEvents(JSON.stringify(event, null, 2))).hits).toHaveLength(1);
  });

  it('takes an event with fields that are not ours, and counts these by few short names', async () => {
    const long = 'n'.repeat(100);
    const events = [
      { ...event, extra: 1, [long]: null },
      { ...event, extra: { a: 1 }, constructor: 1, toString: 2 },
      ...Array.from({ length: 30 }, (_, index) => ({ ...event, [`f${index}`]: 1 })),
    ];
    const { hits, rejected, ignoredFields } = await readServerEvents(JSON.stringify(events));
    expect(hits).toHaveLength(32);
    expect(rejected).toEqual([]);
    expect(ignoredFields.get('extra')).toBe(2);
    expect(ignoredFields.get('n'.repeat(64))).toBe(1);
    expect([ignoredFields.get('constructor'), ignoredFields.get('toString')]).toEqual([1, 1]);
    expect(ignoredFields.get('others')).toBe(14);
    expect(ignoredFields.size).toBe(21);
  });

  it.each([
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['2001:db8::7%eth0', '2001:db8::7'],
    [' ::ffff:198.51.100.7', '198.51.100.7'],
  ])('takes the address %s', async (ip, plain) => {
    expect((await readServerEvents(JSON.stringify({ ...event, ip }))).hits).toMatchObject([{ ip: plain }]);
  });

  it.each([
    [{ timestamp: 'soon' }, 'rejected_time'],
    [{ path: 'guide' }, 'rejected_request'],
    [{ ip: 'unknown' }, 'rejected_identity'],
    [{ ip: undefined }, 'rejected_identity'],
    [{ headers: { Accept: 'x' } }, 'rejected_field'],
    [{ userAgent: 'x'.repeat(70_000) }, 'rejected_form'],
  ])('counts %j as %s', async (changes, reason) => {
    const { rejected } = await readServerEvents(JSON.stringify([{ ...event, ...changes }]));
    expect(rejected).toMatchObject([{ reason }]);
  });

  it('agrees with the schema: the quick check takes nothing that the schema refuses or changes', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(nearlyEvents, async (value) => {
        const result = ServerEvent.safeParse(value);
        const { hits, rejected } = await readServerEvents(JSON.stringify([value]));
        const sent = JSON.parse(JSON.stringify(value)) as { ip: unknown };
        // The reader takes more forms of addresses.
        const key = typeof sent.ip === 'string' ? addressKey(sent.ip.trim()) : undefined;
        const plain = key === undefined ? sent : { ...sent, ip: addressText(key) };
        expect(hits.length).toBe(ServerEvent.safeParse(plain).success ? 1 : 0);
        expect(hits.length + rejected.length).toBe(1);
        if (!isPlain(value)) return;
        taken += 1;
        expect(result.success).toBe(true);
        expect(result.data).toEqual({ method: 'GET', status: 200, ...value });
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(200);
  });
});

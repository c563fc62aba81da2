import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyticsSettingsSchema, type AnalyticsSettings } from '../contract/project.ts';
import { createManualClock } from '../kernel/clock.ts';
import { dropReasons } from './drop-reason.ts';
import type { Hit } from './hit.ts';
import { createPipeline } from './pipeline.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorKeyer, type VisitorKeyer } from './visitor-id.ts';

const classifier = createTrafficClassifier(loadCatalogue());
const now = Date.UTC(2026, 10, 21, 12);
const keyer = createVisitorKeyer(new Uint8Array(32).fill(1));
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const person: Hit = {
  source: 'server',
  timestampMs: now,
  url: '/guide/',
  method: 'GET',
  status: 200,
  ip: '203.0.113.9',
  userAgent: chrome,
};
const agent: Hit = { ...person, userAgent: 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)' };

function pipelineFor(
  settings: Partial<AnalyticsSettings> = {},
  visitorKeyerAt: (timestampMs: number) => VisitorKeyer | undefined = () => keyer,
) {
  return createPipeline({
    settings: { ...analyticsSettingsSchema.parse({}), humanSource: 'both', ...settings },
    classifier,
    clock: createManualClock(now),
    visitorKeyerAt,
  });
}

const drops: readonly [
  name: string,
  reason: keyof typeof dropReasons,
  hit: Partial<Hit>,
  settings?: Partial<AnalyticsSettings>,
][] = [
  ['a POST', 'method', { method: 'POST' }],
  ['a HEAD', 'method', { method: 'HEAD' }],
  ['not found', 'status', { status: 404 }],
  ['a redirect', 'status', { status: 301 }],
  ['no answer (Vercel says -1)', 'status', { status: -1 }],
  ['a stylesheet', 'asset', { url: '/_next/static/a.css?v=1' }],
  ['an image in capitals', 'asset', { url: '/logo.PNG' }],
  ['robots.txt', 'asset', { url: '/robots.txt' }],
  [
    'robots.txt that is answered with the one page of a site',
    'asset',
    { url: '/robots.txt', contentType: 'text/html' },
  ],
  ['a lost image that is', 'asset', { url: '/old.png', contentType: 'text/html' }],
  ['a lost chunk that is', 'asset', { url: '/_next/a.js', contentType: 'text/html' }],
  ['a document of OpenAPI', 'asset', { url: '/openapi.json' }],
  ['a document that is answered as data', 'asset', { url: '/openapi.json', contentType: 'application/json' }],
  ['a text that is answered as text', 'asset', { url: '/notes.txt', contentType: 'text/plain; charset=utf-8' }],
  ['data without ending', 'asset', { url: '/api/search', contentType: 'application/problem+json' }],
  ['an image without ending', 'asset', { url: '/og', contentType: 'image/png' }],
  ['an image made by PHP', 'asset', { url: '/thumb.php', contentType: 'image/png' }],
  ['a file beside those that the project names', 'asset', { url: '/b.json' }, { pages: ['/a.json', '/c/*.json'] }],
  [
    'a page of the project that an element asks for as a script',
    'asset',
    { url: '/a.js', headers: { 'sec-fetch-dest': 'script' } },
    { pages: ['*.js'] },
  ],
  ['a chunk without ending', 'asset', { url: '/_next/data/build/guide' }],
  ['what an img element asks for', 'asset', { headers: { 'sec-fetch-dest': 'image' } }],
  ['a speculative load', 'prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['Firefox prefetching', 'prefetch', { headers: { 'x-moz': 'prefetch' } }],
  ['React server components', 'prefetch', { url: '/guide?_rsc=1abcd' }],
  ['a router asking for data', 'prefetch', { headers: { rsc: '1' } }],
  ['another site', 'unknown_host', { host: 'evil.example' }, { sites: ['https://docs.example'] }],
  [
    'another site by URL',
    'unknown_host',
    { url: 'https://evil.example/guide' },
    { sites: ['https://docs.example', 'https://*.docs.example'] },
  ],
  ['marketing pages', 'outside_base_path', { url: '/pricing' }, { basePath: '/docs/' }],
  ['a folder with the same beginning', 'outside_base_path', { url: '/docsearch' }, { basePath: '/docs' }],
  ['1970', 'clock_skew', { timestampMs: 0 }],
  ['the future', 'clock_skew', { timestampMs: now + 3 * 3_600_000 + 1 }],
  ['no time at all', 'clock_skew', { timestampMs: Number.NaN }],
  ['a path of 64 KB', 'path_too_long', { url: `/${'a'.repeat(65_536)}` }],
  ['a path just too long', 'path_too_long', { url: `/${'a'.repeat(2048)}` }],
  ['our own link check', 'own_check', { userAgent: 'Docwright/1.0 (link check)' }],
  ['the office', 'excluded', {}, { exclude: { networks: ['203.0.113.0/24'], userAgents: [], paths: [] } }],
  [
    'a CI tool',
    'excluded',
    { userAgent: 'node afdocs' },
    { exclude: { networks: [], userAgents: ['AFDOCS'], paths: [] } },
  ],
  [
    'a hidden page',
    'excluded',
    { url: '/internal/x.md' },
    { exclude: { networks: [], userAgents: [], paths: ['/internal/*'] } },
  ],
  ['nobody', 'no_identity', { ip: undefined }],
  ['an address that is none', 'no_identity', { ip: '999.1.1.1' }],
];

describe('what is dropped', () => {
  it.each(drops)('%s: %s', (_name, reason, hit, settings) => {
    expect(pipelineFor(settings)({ ...person, ...hit })).toEqual({ dropped: reason });
  });

  it('a late log line whose salt is gone', () => {
    expect(pipelineFor({}, () => undefined)(person)).toEqual({ dropped: 'salt_retired' });
  });

  it('covers every reason', () => {
    expect(new Set(['salt_retired', 'erased', ...drops.map(([, reason]) => reason)])).toEqual(
      new Set(Object.keys(dropReasons)),
    );
  });
});

describe('what is kept', () => {
  const pages: readonly [name: string, path: string, hit: Partial<Hit>, settings?: Partial<AnalyticsSettings>][] = [
    [
      'what the tracker saw, whatever its ending',
      '/next.js',
      { source: 'tracker', url: 'https://docs.example/next.js' },
    ],
    ['an image by the tracker, whose script ran there', '/logo.png', { source: 'tracker', url: '/logo.png' }],
    ['a build folder by the tracker', '/_app/x', { source: 'tracker', url: '/_app/x' }],
    ...['php', 'asp', 'aspx', 'jsp', 'cgi'].map(
      (ending) =>
        [`a page of a server: ${ending}`, `/guide.${ending}`, { url: `/guide.${ending}` }] as [
          string,
          string,
          Partial<Hit>,
        ],
    ),
    ['PHP that says what it is', '/a.php', { url: '/a.php', contentType: 'text/html' }],
    ['a page named after a file', '/package.json', { url: '/package.json', contentType: 'text/html; charset=utf-8' }],
    ['a page named after a script', '/node.js', { url: '/node.js', contentType: ' Text/HTML' }],
    ['a settings page', '/netlify.toml', { url: '/netlify.toml', contentType: 'application/xhtml+xml' }],
    ['a text that is Markdown', '/changes.txt', { url: '/changes.txt', contentType: 'text/markdown' }],
    ['llms.txt, whatever it is called', '/llms.txt', { url: '/llms.txt', contentType: 'application/octet-stream' }],
    ['Markdown as bytes', '/guide', { url: '/guide.md', contentType: 'application/octet-stream' }],
    ['Markdown that a server takes for data', '/guide', { url: '/guide.md', contentType: 'application/json' }],
    ['a page as plain text', '/guide', { url: '/guide', contentType: 'text/plain' }],
    [
      'what the project names',
      '/openapi.json',
      { url: '/docs/openapi.json?v=1' },
      { pages: ['/openapi.json'], basePath: '/docs' },
    ],
    ['what the project names by a pattern', '/v1/a.yaml', { url: '/v1/a.yaml' }, { pages: ['/x', '/v*.yaml'] }],
    [
      'a service that the project names',
      '/.well-known/agents',
      { url: '/.well-known/agents.md' },
      { pages: ['/.well-known/*'] },
    ],
  ];
  it.each(pages)('%s: %s', (_name, path, hit, settings) => {
    expect(pipelineFor(settings)({ ...person, ...hit }).kept?.path).toBe(path);
  });

  it('carries what the store needs, and no address', () => {
    const view = pipelineFor()({
      ...person,
      referrer: 'https://www.chatgpt.com/c/1',
      country: 'DE',
      eventId: 'e1',
      accept: 'text/html',
    }).kept;
    expect(view).toEqual({
      timestampMs: now,
      visitor: expect.any(Uint8Array) as Uint8Array,
      path: '/guide',
      classification: {
        category: 'human',
        product: 'Chrome',
        operator: undefined,
        verdict: 'unclaimed',
        evidence: 'user_agent',
        rule: 'browser',
      },
      client: { userAgent: chrome, accept: 'text/html' },
      referrer: 'chatgpt.com',
      country: 'DE',
      context: {
        host: undefined,
        status: 200,
        utmSource: undefined,
        utmMedium: undefined,
        utmCampaign: undefined,
        event: undefined,
      },
      source: 'server',
      eventId: 'e1',
    });
    expect(view?.visitor).toHaveLength(16);
  });

  it.each([
    ['llms.txt', { url: '/llms.txt' }],
    ['llms-full.txt', { url: '/docs/llms-full.txt' }],
    ['a Markdown page', { url: '/guide.md' }],
    ['a version in a path', { url: '/v1.2' }],
    ['304', { status: 304 }],
    ['a host with a port', { host: 'DOCS.example:8443' }],
    ['a log of one site, which names no host', { host: undefined }],
  ])('%s', (_name, hit) => {
    expect(
      pipelineFor({ sites: ['https://docs.example'] })({ ...person, host: 'docs.example', ...hit }).kept,
    ).toBeDefined();
  });

  it('people and AI from every source, whoever counts people', () => {
    for (const humanSource of ['automatic', 'tracker', 'server', 'both'] as const) {
      expect(pipelineFor({ humanSource })(agent).kept?.classification.product).toBe('Claude Code');
      for (const source of ['tracker', 'log'] as const) {
        expect(pipelineFor({ humanSource })({ ...person, source }).kept).toMatchObject({ source });
      }
    }
  });

  it('who asked for a page that is not there, where that is wanted', () => {
    const settings = { ...analyticsSettingsSchema.parse({}), basePath: '/docs' };
    const clock = createManualClock(now);
    const pipeline = createPipeline({ settings, classifier, clock, visitorKeyerAt: () => keyer, ofMissing: true });
    const missing = (hit: Partial<Hit>) => pipeline({ ...person, url: '/docs/lost', status: 404, ...hit });
    expect(missing({ url: '/docs/lost/?a' }).kept).toMatchObject({ path: '/lost' });
    expect(missing({ status: 410 }).kept).toBeDefined();
    expect(missing({ source: 'tracker' }).kept).toMatchObject({ source: 'tracker' });
    expect(missing({ url: '/docs/app.js' })).toEqual({ dropped: 'asset' });
    expect(missing({ method: 'POST' })).toEqual({ dropped: 'method' });
    for (const status of [200, 304, 403, 500]) expect(missing({ status })).toEqual({ dropped: 'status' });
  });

  it('the base path off', () => {
    const pipeline = pipelineFor({ basePath: '/docs/' });
    expect(pipeline({ ...person, url: '/docs/guide.html' }).kept?.path).toBe('/guide');
    expect(pipeline({ ...person, url: '/docs' }).kept?.path).toBe('/');
  });

  it('an over-long event id as one that stays distinct', () => {
    const idOf = (eventId: string) => pipelineFor()({ ...person, eventId }).kept?.eventId ?? '';
    const long = 'x'.repeat(200);
    expect(idOf(long)).toBe(idOf(long));
    expect(idOf(long)).not.toBe(idOf(`${long}y`));
    expect(idOf(long).length).toBeLessThanOrEqual(128);
  });
});

describe('forwarded addresses', () => {
  const visitorOf = (hit: Partial<Hit>, trustedProxies: string[]) =>
    pipelineFor({ trustedProxies })({ ...person, ...hit }).kept?.visitor;
  const direct = visitorOf({ ip: '198.51.100.7' }, []);
  const forwarded = (value: string) => ({ ip: '10.0.0.1', headers: { 'x-forwarded-for': value } });

  it('are believed from configured proxies only', () => {
    expect(visitorOf(forwarded('198.51.100.7'), ['10.0.0.0/8'])).toEqual(direct);
    expect(visitorOf(forwarded('198.51.100.7'), [])).not.toEqual(direct);
    expect(visitorOf(forwarded('198.51.100.7'), ['192.168.0.0/16'])).not.toEqual(direct);
  });

  it('are read from any header that a trusted hop may send, and in a log behind a peer without an address', () => {
    const headers = { forwarded: 'for="198.51.100.7:4711"' };
    expect(visitorOf({ ip: '10.0.0.1', headers }, ['10.0.0.0/8'])).toEqual(direct);
    expect(visitorOf({ ip: 'unix:', headers, source: 'log' }, [])).toEqual(direct);
    expect(visitorOf({ ip: 'unix:', headers, source: 'server' }, [])).toBeUndefined();
  });

  it('cannot be forged by the client: what it wrote itself stands left of its own address', () => {
    expect(visitorOf(forwarded('1.2.3.4, 198.51.100.7, 10.0.0.2'), ['10.0.0.0/8'])).toEqual(direct);
  });

  it('are believed in a log where a private peer forwards, and from there no further', () => {
    const inLog = (value: string, ip = '10.0.0.1') => ({ ...forwarded(value), ip, source: 'log' as const });
    expect(visitorOf(inLog('1.2.3.4, 198.51.100.7, fd00::2, 127.0.0.1'), [])).toEqual(direct);
    expect(visitorOf(inLog('198.51.100.7'), ['192.168.0.0/16'])).toEqual(direct);
    expect(visitorOf(inLog('198.51.100.7, 203.0.113.1'), ['203.0.113.0/24'])).toEqual(direct);
    expect(visitorOf(inLog('198.51.100.7', '203.0.113.1'), [])).not.toEqual(direct);
    expect(visitorOf(inLog('198.51.100.7', '203.0.113.1'), [])).toEqual(visitorOf({ ip: '203.0.113.1' }, []));
    expect(visitorOf(inLog('10.9.9.9'), [])).toEqual(visitorOf({ ip: '10.9.9.9' }, []));
  });

  it('prove and refute nothing while they are private', () => {
    const claim = { ...person, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    const verdictFrom = (ip: string) => pipelineFor()({ ...claim, ip }).kept?.classification.verdict;
    expect(verdictFrom('203.0.113.9')).toBe('spoofed');
    for (const ip of [
      '10.0.0.1',
      '127.0.0.1',
      '::1',
      'fd12::1',
      '172.31.0.1',
      '100.64.0.1',
      'fe80::1%eth0',
      '::ffff:192.168.0.1',
    ])
      expect([ip, verdictFrom(ip)]).toEqual([ip, 'unverifiable']);
    for (const ip of ['172.32.0.1', '11.0.0.1', '100.128.0.1', 'fec0::1', '::2'])
      expect([ip, verdictFrom(ip)]).toEqual([ip, 'spoofed']);
  });
});

it('is total: any hit is kept or dropped with one of the reasons', () => {
  const text = fc.option(
    fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('/a.md', 'https://x/y', '::1', '\0')),
    { nil: undefined },
  );
  const hits: fc.Arbitrary<Hit> = fc.record({
    source: fc.constantFrom('tracker', 'server', 'drain', 'log'),
    timestampMs: fc.oneof(fc.double(), fc.integer({ min: now - 1e9, max: now })),
    url: text.map((value) => value ?? '/'),
    method: fc.constantFrom('GET', 'POST', ''),
    status: fc.constantFrom(200, 304, 404, -1, Number.NaN),
    host: text,
    ip: fc.oneof(text, fc.ipV4(), fc.ipV6()),
    userAgent: text,
    accept: text,
    referrer: text,
    headers: fc.option(fc.dictionary(fc.constantFrom('x-forwarded-for', 'sec-fetch-dest', 'rsc'), fc.string()), {
      nil: undefined,
    }),
    eventId: text,
    visitorId: text,
    country: text,
  });
  const pipeline = pipelineFor({
    sites: ['https://x'],
    trustedProxies: ['0.0.0.0/0'],
    exclude: { networks: ['::/1'], userAgents: ['q'], paths: ['/z'] },
  });
  fc.assert(
    fc.property(hits, (hit) => {
      const { kept, dropped } = pipeline(hit);
      if (dropped !== undefined) expect(Object.keys(dropReasons)).toContain(dropped);
      else expect(kept.visitor).toHaveLength(16);
    }),
  );
});

describe('reverse DNS', () => {
  it('is asked about who claims a name that it can prove, and never about people', () => {
    const asked: string[] = [];
    const run = createPipeline({
      settings: { ...analyticsSettingsSchema.parse({}), humanSource: 'both' },
      classifier,
      clock: createManualClock(now),
      visitorKeyerAt: () => keyer,
      confirmedHostName: (address) => {
        asked.push(address);
        return 'crawl-198-51-100-7.googlebot.com';
      },
    });
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(run({ ...person, ip: '198.51.100.7', userAgent: googlebot }).kept?.classification).toMatchObject({
      verdict: 'verified',
      evidence: 'reverse_dns',
    });
    run(person);
    run(agent);
    expect(asked).toEqual(['198.51.100.7']);
  });
});

describe('how a page was asked for', () => {
  const contextOf = (hit: Partial<Hit>) => pipelineFor()({ ...person, ...hit }).kept?.context;

  it('is host, status and campaign, and nothing else of the query', () => {
    const url =
      'https://Docs.Example:8443/a?utm_source=news+letter&token=secret&utm_medium=&utm_campaign=%C3%9C%00x#utm_source=b';
    expect(contextOf({ url, status: 304 })).toEqual({
      host: 'docs.example',
      status: 304,
      utmSource: 'news letter',
      utmMedium: undefined,
      utmCampaign: 'Ü x',
      event: undefined,
    });
    expect(JSON.stringify(pipelineFor()({ ...person, url }))).not.toContain('secret');
  });

  it('is short, and no host where none can be', () => {
    const long = contextOf({ host: 'a b<script>', url: `/a?utm_source=${'x'.repeat(5_000)}`, event: 'y'.repeat(200) });
    expect(long).toMatchObject({ host: undefined, utmSource: 'x'.repeat(100), event: 'y'.repeat(100) });
  });
});

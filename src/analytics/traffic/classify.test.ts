import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import crawlers from 'crawler-user-agents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadCatalogue } from './catalogue.ts';
import { trafficCategories as categories, verdicts, type TrafficCategory as Category } from '../visits/view.ts';
import { createTrafficClassifier, type TrafficEvidence } from './classify.ts';

const catalogue = loadCatalogue();
const classifier = createTrafficClassifier(catalogue);
const ai: readonly Category[] = ['assistant', 'coding_agent', 'markdown_client', 'ai_search', 'ai_training'];

const corpusSchema = z.array(
  z.strictObject({
    note: z.string(),
    expect: z.strictObject({ category: z.enum(categories), product: z.string(), verdict: z.enum(verdicts) }),
    request: z.strictObject({
      source: z.enum(['tracker', 'server', 'drain', 'log']).default('server'),
      url: z.string(),
      ip: z.string().optional(),
      userAgent: z.string().optional(),
      accept: z.string().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      headersComplete: z.boolean().optional(),
      hostName: z.string().optional(),
      signedBy: z.string().optional(),
      automated: z.boolean().optional(),
    }),
  }),
);
const corpus = corpusSchema.parse(JSON.parse(readFileSync(new URL('request-corpus.json', import.meta.url), 'utf8')));

function report(table: object): void {
  // eslint-disable-next-line no-console -- the confusion tables are what people run this file for
  console.table(table);
}

/** The `userAgent` of the rows of a package's data file that are wanted. */
function userAgentsOf(file: string, keep: (row: Record<string, unknown>) => boolean): string[] {
  const rows = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(readFileSync(file, 'utf8')));
  return rows.filter(keep).map((row) => String(row['userAgent']));
}

/** Real browsers: of `user-agents` (recent, by share of traffic), `random-useragent` (old and exotic), and a grid of versions. */
function humanUserAgents(): string[] {
  const recent = fileURLToPath(new URL('user-agents.json', import.meta.resolve('user-agents')));
  const exotic = fileURLToPath(new URL('useragent-data.json', import.meta.resolve('random-useragent')));
  const browserFolder = /Browsers|Mobile Devices|Game Consoles/;
  return [
    ...new Set([
      ...userAgentsOf(recent, () => true),
      ...userAgentsOf(exotic, (row) => browserFolder.test(String(row['folder']))),
      ...browserGrid(),
    ]),
  ];
}

function browserGrid(): string[] {
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    'X11; CrOS x86_64 14541.0.0',
    'Linux; Android 10; K',
  ];
  const tails = ['', ' Edg/{v}.0.0.0', ' OPR/{v}.0.0.0', ' Vivaldi/7.{v}', ' YaBrowser/26.{v} Yowser/2.5'];
  const versions = Array.from({ length: 90 }, (_, index) => 60 + index);
  const chromium = versions.flatMap((version) =>
    systems.flatMap((system) =>
      tails.flatMap((tail) =>
        ['', ' Mobile'].map(
          (mobile) =>
            `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${mobile} Safari/537.36${tail.replace('{v}', String(version))}`,
        ),
      ),
    ),
  );
  const gecko = versions.flatMap((version) =>
    systems.map((system) => `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`),
  );
  const trident = versions.map(
    (version) =>
      `Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; SLCC2; .NET CLR 2.0.507${version}; Tablet PC 2.0)`,
  );
  const webkit = versions.flatMap((version) =>
    ['iPhone', 'iPad'].map(
      (device) =>
        `Mozilla/5.0 (${device}; CPU OS 18_${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.${version} Mobile/15E148 Safari/604.1`,
    ),
  );
  return [...chromium, ...gecko, ...trident, ...webkit];
}

describe('the request corpus', () => {
  it.each(corpus)('$expect.category: $note', ({ request, expect: expected }) => {
    const { category, product, verdict } = classifier.classify(request);
    expect({ category, product, verdict }).toEqual(expected);
  });

  it('holds every category', () => {
    expect(new Set(corpus.map((entry) => entry.expect.category))).toEqual(new Set(categories));
  });

  it('confuses nothing', () => {
    const table = new Map<string, number>();
    for (const entry of corpus) {
      const key = `${entry.expect.category} -> ${classifier.classify(entry.request).category}`;
      table.set(key, (table.get(key) ?? 0) + 1);
    }
    report(Object.fromEntries([...table].sort().map(([key, count]) => [key, { requests: count }])));
    expect([...table.keys()].every((key) => key.split(' -> ')[0] === key.split(' -> ')[1])).toBe(true);
  });
});

describe('user agents of public packages', () => {
  it('takes no person for AI, and next to none for a machine', () => {
    const humans = humanUserAgents();
    expect(humans.length).toBeGreaterThan(6000);
    const found = humans.map((userAgent) => ({
      userAgent,
      ...classifier.classify({ source: 'log', userAgent, url: '/guide' }),
    }));
    const table = Object.fromEntries(
      categories.map((category) => [category, found.filter((row) => row.category === category).length]),
    );
    report({ people: table });
    expect(found.filter((row) => ai.includes(row.category))).toEqual([]);
    // What remains are media players and what names itself like a crawler or a library.
    expect(found.filter((row) => row.category !== 'human').length / humans.length).toBeLessThanOrEqual(0.001);
  });

  it('finds at least 99 % of the AI crawlers and names hardly any crawler a person', () => {
    const tagged = z
      .array(
        z.object({
          pattern: z.string(),
          instances: z.array(z.string()),
          tags: z.array(z.string()).default(['untagged']),
        }),
      )
      .parse(crawlers);
    const rows: Record<string, Partial<Record<Category, number>>> = {};
    let taggedAi = 0;
    let missed = 0;
    let people = 0;
    let all = 0;
    for (const { pattern, instances, tags } of tagged) {
      for (const userAgent of instances) {
        const { category } = classifier.classify({ source: 'log', userAgent, url: '/guide' });
        const row = (rows[tags[0] ?? 'untagged'] ??= {});
        row[category] = (row[category] ?? 0) + 1;
        all += 1;
        if (category === 'human') people += 1;
        // Google-Extended is a robots.txt token, never a client.
        if (!tags.includes('ai-crawler') || pattern === 'Google-Extended') continue;
        taggedAi += 1;
        if (!ai.includes(category)) missed += 1;
      }
    }
    report(rows);
    expect(taggedAi).toBeGreaterThan(80);
    expect(missed / taggedAi).toBeLessThan(0.01);
    expect(people / all).toBeLessThan(0.02);
  });
});

it('is total: any request gets one of the categories', () => {
  const text = fc.option(
    fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('Google', 'text/markdown', 'GPTBot')),
    { nil: undefined },
  );
  const evidence: fc.Arbitrary<TrafficEvidence> = fc.record({
    source: fc.constantFrom('tracker', 'server', 'drain', 'log'),
    userAgent: text,
    accept: text,
    url: text,
    ip: text,
    hostName: text,
    headers: fc.option(fc.dictionary(fc.string(), fc.string()), { nil: undefined }),
    headersComplete: fc.boolean(),
    signedBy: text,
  });
  fc.assert(
    fc.property(evidence, (seen) => {
      expect(categories).toContain(classifier.classify(seen).category);
    }),
  );
});

it('finds every product by every one of its names, whatever stands around it', () => {
  for (const product of catalogue.products.filter((candidate) => !candidate.onlyWith)) {
    for (const token of product.tokens) {
      const found = classifier.readUserAgent(`${token}${token.endsWith('/') ? '1.0' : ''} (+test)`).declared?.product
        .name;
      expect([token, found]).toEqual([token, product.name]);
      const inside = classifier.readUserAgent(
        `Mozilla/5.0 Chrome/140.0 x${token.replaceAll(/[^a-z0-9]/gi, '')}x Safari/537.36`,
      );
      expect([token, inside.declared?.product.name]).toEqual([token, undefined]);
    }
  }
});

it('lets a list of addresses refute for 180 days, and prove for good', () => {
  const list = { id: 'openai-gptbot', operator: 'openai', url: 'https://openai.com/gptbot.json' };
  const verdictBy = (snapshotDate: string | null) => {
    const addressRanges = [{ ...list, snapshotDate, prefixes: ['192.0.2.0/24'] }];
    const dated = createTrafficClassifier({ ...catalogue, addressRanges });
    return (ip: string, timestampMs?: number) =>
      dated.classify({ source: 'log', userAgent: 'GPTBot/1.2', ip, timestampMs }).verdict;
  };
  const fresh = verdictBy('2026-01-01');
  const lastDay = Date.UTC(2026, 0, 181);
  expect(fresh('203.0.113.1', lastDay)).toBe('spoofed');
  expect(fresh('203.0.113.1', lastDay + 1)).toBe('unverifiable');
  expect(fresh('192.0.2.1', Date.UTC(2028, 0, 1))).toBe('verified');
  expect(fresh('203.0.113.1')).toBe('spoofed');
  const undated = verdictBy(null);
  expect(undated('203.0.113.1')).toBe('unverifiable');
  expect(undated('192.0.2.1')).toBe('verified');
});

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalyticsSettings } from '../contract/project.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorKeyer, identityOf, saltPeriod } from './visitor-id.ts';

const classifier = createTrafficClassifier(loadCatalogue());
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

function identity(
  request: { ip?: string; userAgent: string; url?: string; userId?: string; visitorId?: string },
  by: AnalyticsSettings['identity'] = 'device',
) {
  const client = classifier.classify({ source: 'log', ...request });
  return identityOf(request, client, classifier.readUserAgent(request.userAgent), by);
}

const salt = new Uint8Array(32).fill(7);

describe('identityOf', () => {
  it('survives an update of the browser or of the agent', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.integer({ min: 90, max: 200 }),
        fc.integer({ min: 90, max: 200 }),
        (ip, before, after) => {
          expect(identity({ ip, userAgent: chrome(before) })).toBe(identity({ ip, userAgent: chrome(after) }));
          const agent = (version: number) => `Claude-User (claude-code/2.${version}; +https://support.anthropic.com/)`;
          expect(identity({ ip, userAgent: agent(before) })).toBe(identity({ ip, userAgent: agent(after) }));
        },
      ),
    );
  });

  it('tells two browsers on one network apart by device, and not by network', () => {
    const one = { ip: '203.0.113.9', userAgent: chrome(140) };
    const two = { ip: '203.0.113.9', userAgent: firefox };
    expect(identity(one)).not.toBe(identity(two));
    expect(identity(one, 'network')).toBe(identity(two, 'network'));
  });

  it('counts IPv6 by its first 64 bits', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 12, maxLength: 12 }), (groups) => {
        const hex = groups.map((group) => group.toString(16));
        const address = (tail: number) => [...hex.slice(0, 4), ...hex.slice(tail, tail + 4)].join(':');
        expect(identity({ ip: address(4), userAgent: firefox })).toBe(identity({ ip: address(8), userAgent: firefox }));
        const other = [(groups[0]! ^ 1 || 2).toString(16), ...hex.slice(1, 8)].join(':');
        expect(identity({ ip: other, userAgent: firefox })).not.toBe(identity({ ip: address(4), userAgent: firefox }));
      }),
    );
  });

  it('keeps a reader who opens page.md in the browser the same visitor', () => {
    const page = { ip: '203.0.113.9', userAgent: firefox };
    expect(classifier.classify({ source: 'log', ...page, url: '/a.md' }).category).toBe('markdown_client');
    expect(identity({ ...page, url: '/a.md' })).toBe(identity({ ...page, url: '/a' }));
  });

  it('prefers the user over the visitor id over the address, and needs one of them', () => {
    const all = { ip: '203.0.113.9', userAgent: firefox, userId: 'u', visitorId: 'v' };
    expect(identity(all)).toBe('user:u');
    expect(identity({ ...all, userId: '' })).toBe('visitor:v');
    expect(identity({ userAgent: firefox })).toBeUndefined();
    expect(identity({ userAgent: firefox, ip: 'unknown' })).toBeUndefined();
  });
});

describe('createVisitorKeyer', () => {
  it('is the first 16 bytes of HMAC-SHA256 over the identity', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 2000, size: 'max' }),
        fc.uint8Array({ minLength: 16, maxLength: 100 }),
        (text, salt) => {
          const expected = createHmac('sha256', salt).update(Buffer.from(text, 'utf16le')).digest().subarray(0, 16);
          const keyer = createVisitorKeyer(salt);
          keyer('another identity');
          expect(Buffer.from(keyer(text)).equals(expected)).toBe(true);
          expect(Buffer.from(keyer(text)).equals(expected)).toBe(true);
        },
      ),
    );
  });

  it('gives unlinkable ids under another salt and refuses a short one', () => {
    expect(createVisitorKeyer(salt)('a')).not.toEqual(createVisitorKeyer(new Uint8Array(32))('a'));
    expect(() => createVisitorKeyer(new Uint8Array(8))).toThrow(RangeError);
  });
});

it('names the salt of a moment', () => {
  const moment = Date.UTC(2026, 10, 21, 23, 59, 59);
  expect(['stable', 'month', 'day'].map((life) => saltPeriod(life as 'stable', moment))).toEqual([
    'stable',
    '2026-11',
    '2026-11-21',
  ]);
});

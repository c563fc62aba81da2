import { expect, it } from 'vitest';
import type { ArrivedViews } from '../analytics/analytics.ts';
import { examineReaders } from './examine-readers.ts';

const since = Date.parse('2026-11-29T12:00:00Z');
const readers = { since, views: 40, several: true, public: true };
const examine = (changes: Partial<ArrivedViews['readers'][string]>, source = 'tracker') =>
  examineReaders({ readers: { [source]: { ...readers, ...changes } } });

it('finds nothing wrong where several addresses are public, or where little came', () => {
  expect(examine({})).toBeUndefined();
  expect(examine({ ignoredHeader: 'x-forwarded-for' })).toBeUndefined();
  expect(examine({ several: false, views: 19 })).toBeUndefined();
  expect(examine({ several: false, public: false, views: 2 })).toBeUndefined();
  expect(examineReaders({ readers: {} })).toBeUndefined();
});

it('names the header that was sent and not trusted', () => {
  expect(examine({ several: false, views: 3, ignoredHeader: 'cf-connecting-ip' })).toEqual({
    state: 'warning',
    message:
      'In the hour from 2026-11-29T12:00:00.000Z, 3 views by people from tracker came from one IP address. ' +
      'The sender forwarded Cf-Connecting-Ip, but is not trusted.',
    remedy: "Set DOCWRIGHT_TRUSTED_PROXIES to the proxy's address or network.",
  });
});

it('names the header that would help where none was sent', () => {
  expect(examine({ several: false, views: 20 })?.remedy).toContain('`X-Forwarded-For`');
  expect(examine({ public: false, views: 3 })?.message).toContain('came from private IP addresses.');
  expect(examine({ public: false }, 'server')?.remedy).toContain('`analytics.trustedProxies`');
});

it('looks at each source by itself', () => {
  const arrived = { readers: { log: readers, tracker: { ...readers, several: false } } };
  expect(examineReaders(arrived)?.message).toContain('from tracker');
  const one = { ...readers, several: false };
  const all = examineReaders({ readers: { drain: one, log: one, tracker: one } });
  expect(all?.message.match(/from (drain|log|tracker) came/g)).toHaveLength(3);
  expect(all?.remedy?.match(/analytics\.trustedProxies|DOCWRIGHT_TRUSTED_PROXIES/g)).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { hitOfBeacon } from './beacon.ts';

const beacon = { project: 'p', id: 'a'.repeat(32), url: 'https://docs.example/guide', hints: [] };
const request = {
  receivedMs: 5,
  ip: '10.0.0.1',
  userAgent: 'x',
  ignoredAddressHeader: 'x-forwarded-for',
};

it('makes a page view of a beacon, without its headers', () => {
  expect(hitOfBeacon(beacon, request)).toMatchObject({
    source: 'tracker',
    timestampMs: 5,
    url: beacon.url,
    method: 'GET',
    status: 200,
    eventId: beacon.id,
    ignoredAddressHeader: 'x-forwarded-for',
    automated: false,
  });
  expect(hitOfBeacon(beacon, request).headers).toBeUndefined();
});

it('takes any sign of automation for one', () => {
  expect(hitOfBeacon({ ...beacon, hints: ['webdriver'] }, request).automated).toBe(true);
});

it('keeps the status of an error page, which the pipeline then drops', () => {
  expect(hitOfBeacon({ ...beacon, status: 404 }, request).status).toBe(404);
});

import { expect, it } from 'vitest';
import openApi from '../../openapi.json' with { type: 'json' };
import { InvalidRequest } from '../http/errors.ts';
import { readDateRange } from './date-range.ts';

const documentedPattern = openApi.paths['/v1/analytics/{projectId}/visitors'].get.parameters.find(
  ({ name }) => name === 'dateFrom',
)!.schema.pattern!;
const iso = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString());

/** Views have whole milliseconds, so a bound between two of them takes in those that the later one does. */
it.each([
  ['2026-02-28', '2026-02-28T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-02-28T12:30', '2026-02-28T12:30:00.000Z'],
  ['2026-02-28T12:30:15', '2026-02-28T12:30:15.000Z'],
  ['2026-02-28T12:30:15Z', '2026-02-28T12:30:15.000Z'],
  ['2026-02-28T12:30:15.7Z', '2026-02-28T12:30:15.700Z'],
  ['2026-02-28T12:30:15.123456Z', '2026-02-28T12:30:15.124Z'],
  ['2026-02-28t12:30:15z', '2026-02-28T12:30:15.000Z'],
  ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
  ['2026-03-01T00:30:00+0530', '2026-02-28T19:00:00.000Z'],
  ['2026-12-31T23:00:00-03:00', '2027-01-01T02:00:00.000Z'],
  ['2026-03-01T00:30:00+05', '2026-02-28T19:30:00.000Z'],
  ['2026-03-01T00:30-05', '2026-03-01T05:30:00.000Z'],
  ['2026-02-28T12', '2026-02-28T12:00:00.000Z'],
  ['2026-02-28T12Z', '2026-02-28T12:00:00.000Z'],
  ['20260228', '2026-02-28T00:00:00.000Z'],
  ['20260228T1230', '2026-02-28T12:30:00.000Z'],
  ['20260228T123015Z', '2026-02-28T12:30:15.000Z'],
  ['20260228T123015,5+0530', '2026-02-28T07:00:15.500Z'],
  ['20260228T123015.1230000000+05', '2026-02-28T07:30:15.123Z'],
  ['20260228T123015.1230000001+05', '2026-02-28T07:30:15.124Z'],
  ['2026-02-28T12:30:59.999999999Z', '2026-02-28T12:31:00.000Z'],
  ['0099-02-28', '0099-02-28T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['00000229', '0000-02-29T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('reads %s as %s, at either end', (text, moment) => {
  expect(iso(readDateRange({ dateFrom: text }).from)).toBe(moment);
  expect(iso(readDateRange({ dateTo: text }).to)).toBe(moment);
  expect(text).toMatch(new RegExp(documentedPattern, 'u'));
});

it('leaves an omitted end unbounded', () => {
  expect(readDateRange({})).toEqual({ from: undefined, to: undefined });
});

it.each([
  '2026-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-2-3',
  '26-02-03',
  '2026-02-03T24:00:00Z',
  '2026-02-03T12:60:00Z',
  '2026-02-03T12:00:00+19:00',
  '2026-02-03T12:00:00+02:75',
  '2026-02-03T12:00:00+5',
  '2026-02-03T12:00:00+',
  '2026-0203',
  '202602-03',
  '2026023',
  '20260230',
  '20260203 1200',
  '0000-02-30',
  '+002026-02-03',
  '-0001-01-01',
  '10000-01-01',
  '2026-02-03T',
  '2026-02-03Z',
  '２０２６-02-03',
  '1767225600000',
  'today',
  ' 2026-02-03',
  '',
])('refuses %j and names the field', (text) => {
  expect(faultsOf({ dateFrom: text })).toEqual(['dateFrom']);
  expect(faultsOf({ dateTo: text })).toEqual(['dateTo']);
  expect(faultsOf({ dateFrom: text, dateTo: text })).toEqual(['dateFrom', 'dateTo']);
});

it('takes two equal ends for nothing, and refuses a reversed range, whatever the time zones say', () => {
  const empty = readDateRange({ dateFrom: '2026-02-03', dateTo: '2026-02-03T02:00:00+02:00' });
  expect(empty.from).toBe(empty.to);
  expect(faultsOf({ dateFrom: '2026-02-03', dateTo: '2026-02-03T01:00:00+02:00' })).toEqual(['dateTo']);
  expect(readDateRange({ dateFrom: '2026-02-03T00:00:00+02:00', dateTo: '2026-02-03' })).toMatchObject({});
});

it.each(['+02:00', '+0200', '+02'])('says what became of a plus sign that was not encoded, in %s', (offset) => {
  const text = new URLSearchParams(`dateFrom=2026-02-03T12:00:00${offset}`).get('dateFrom') ?? '';
  expect(() => readDateRange({ dateFrom: text })).toThrow(InvalidRequest);
  expect(messagesOf({ dateFrom: text }).join()).toContain('%2B');
});

function detailsOf(query: Parameters<typeof readDateRange>[0]) {
  try {
    readDateRange(query);
    return [];
  } catch (error) {
    if (error instanceof InvalidRequest) return error.details;
    throw error;
  }
}

function faultsOf(query: Parameters<typeof readDateRange>[0]) {
  return detailsOf(query).map(({ field }) => field);
}

function messagesOf(query: Parameters<typeof readDateRange>[0]) {
  return detailsOf(query).map(({ message }) => message);
}

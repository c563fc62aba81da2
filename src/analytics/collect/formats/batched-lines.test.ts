import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Hit } from '../../hit.ts';
import { importLog } from '../log-files/import-log.ts';
import { openLogStream } from '../log-files/open-log.ts';
import { linesInBatch } from './batched-lines.ts';

const request = (page: number) => ({
  timeUnixNano: `17951688050000000${page}0`,
  attributes: [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'url.path', value: { stringValue: `/page-${page}` } },
    { key: 'http.response.status_code', value: { intValue: '200' } },
    { key: 'client.address', value: { stringValue: '203.0.113.9' } },
  ],
});
const frontDoor = (page: number) => ({
  time: '2026-11-20T10:00:05Z',
  category: 'FrontDoorAccessLog',
  properties: { httpMethod: 'GET', httpStatusCode: '200', requestUri: `/page-${page}`, clientIp: '203.0.113.9' },
});
const common = (page: number) =>
  `203.0.113.9 - - [20/Nov/2026:10:00:05 +0000] "GET /page-${page} HTTP/1.1" 200 5 "-" "x"`;

it.each([
  [
    'the collector of OpenTelemetry',
    {
      resourceLogs: [
        { scopeLogs: [{ logRecords: [request(1), request(2)] }] },
        { scopeLogs: [{ logRecords: [request(3)] }] },
      ],
    },
    { resourceLogs: [{ scopeLogs: [] }] },
  ],
  ['an event hub of Azure', { records: [frontDoor(1), frontDoor(2), frontDoor(3)] }, { records: [] }],
  [
    'CloudWatch Logs',
    {
      messageType: 'DATA_MESSAGE',
      owner: '1',
      logEvents: [1, 2, 3].map((page) => ({ id: '1', message: common(page) })),
    },
    { messageType: 'CONTROL_MESSAGE', logEvents: [] },
  ],
])('imports each record of a line of %s, and once', async (_name, batch, empty) => {
  const seen = new Map<string, string>();
  const text = [batch, empty, batch].map((value) => JSON.stringify(value)).join('\n');
  for (const times of [1, 2]) {
    const report = await importLog(openLogStream('-', Readable.from([Buffer.from(`${text}\n`)])), {
      deliver: (hits: readonly Hit[]) => {
        for (const { eventId = '', url } of hits) seen.set(eventId, url);
        return Promise.resolve({ accepted: hits.length, dropped: {}, people: 0 });
      },
    });
    expect([times, report.hits, report.failure]).toEqual([times, 6, undefined]);
  }
  expect([...seen.values()].toSorted()).toEqual([1, 1, 2, 2, 3, 3].map((page) => `/page-${page}`));
});

it('leaves what is no record to be refused', () => {
  expect(linesInBatch('{"records":[1,"x",[2],{"a":1}]}')).toEqual(['1', 'x', '[2]', '{"a":1}']);
  expect(linesInBatch('{"messageType":"x","logEvents":[{"id":"1"},7]}')).toEqual(['', '7']);
  expect(linesInBatch('{"resourceLogs":[{"scopeLogs":[{"logRecords":[null]},5]},6]}')).toEqual(['null']);
});

it.each([
  '{"records":[',
  '{"records":5}',
  '{"messageType":"access"}',
  '{"resourceLogs":{}}',
  '{"record":[]}',
  '{"a":{"records":[]}}',
  ' {"records":[]}',
  '',
  common(1),
])('%j is no batch', (line) => {
  expect(linesInBatch(line)).toBeUndefined();
});

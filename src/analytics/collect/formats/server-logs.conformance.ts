import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chainHops } from '../../../http/client-address.ts';
import { findLogFormat } from './find-log-format.ts';
import type { LineHit } from './log-format.ts';
import { detectLogFormat } from './log-formats.ts';
import { anyWrapper, serverLogs, targetOf, type MadeRequest, type WrittenLog } from './server-logs.fixture.ts';
import { createUnwrappingReader } from './unwrap-line.ts';

/** For any configuration and container, reading a server's log gives the requests that were sent. */
export function readsServerLogs(options: { readonly numRuns: number; readonly seed?: number }): void {
  it.each(Object.entries(serverLogs))('%s', (_name, { writer, request }) => {
    fc.assert(
      fc.property(
        fc
          .tuple(writer, fc.array(request, { minLength: 1, maxLength: 4 }), anyWrapper)
          .map(([write, requests, [, wrap]]) => ({ log: write(requests), requests, wrap })),
        ({ log, requests, wrap }) => {
          const { head = [], lines, format } = log;
          const file = [...head, ...(head.length > 0 ? lines : lines.map((line) => wrap(line)))];
          const found = format === undefined ? detectLogFormat(file)?.format : findLogFormat(format);
          expect(found, `no format of ${file.join('\n')}`).toBeDefined();
          const read = createUnwrappingReader(found!);
          const readings = file.map((line) => read(line));
          const hits = readings
            .slice(head.length)
            .map((reading) => (reading?.hit ? readFrom(reading.hit, log) : reading));
          expect(hits, `${found!.name}: ${file.join('\n')}`).toEqual(requests.map((made) => expectedOf(made, log)));
          expect(readings.slice(0, head.length).filter((reading) => reading !== undefined)).toEqual([]);
        },
      ),
      options,
    );
  });
}

function expectedOf(made: MadeRequest, { tells, stepMs }: WrittenLog): Record<string, unknown> {
  const all = {
    ip: made.ip,
    method: made.method,
    host: made.host,
    url: targetOf(made),
    status: made.status,
    userAgent: made.userAgent,
    referrer: made.referrer,
    chain: made.chain,
  };
  const logged = Object.fromEntries(tells.map((name) => [name, all[name as keyof typeof all]]));
  return { ...logged, timestampMs: Math.floor(made.timestampMs / stepMs) * stepMs };
}

function readFrom(hit: LineHit, { tells }: WrittenLog): Record<string, unknown> {
  const forwarded = chainHops(hit.headers?.['x-forwarded-for'] ?? '').filter((hop) => hop !== '-');
  const all = {
    ip: addressOf(hit, forwarded),
    method: hit.method,
    host: hit.host,
    url: hit.url.replace(/^https:\/\/[^/]*/, ''),
    status: hit.status,
    userAgent: hit.userAgent,
    referrer: hit.referrer,
    chain: forwarded,
  };
  return {
    ...Object.fromEntries(tells.map((name) => [name, all[name as keyof typeof all]])),
    timestampMs: hit.timestampMs,
  };
}

/** The client's address without a port, or the last hop if the log only has a chain. */
function addressOf({ ip }: LineHit, forwarded: readonly string[]): string | undefined {
  const text = ip ?? forwarded.at(-1);
  return text?.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}

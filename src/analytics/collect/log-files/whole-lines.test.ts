import { appendFileSync, copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followFile } from './follow-file.ts';
import { importLog, type LogImportOptions, type LogReport } from './import-log.ts';
import { openLogStream } from './open-log.ts';

const endings = ['', ' 0.123', ' "198.51.100.71"', ' "198.51.100.71, 198.51.100.72"', ' "text/html" 0.5'];
const linesOf = (count: number, ending: string) =>
  Array.from(
    { length: count },
    (_, page) =>
      `203.0.113.9 - - [20/Nov/2026:10:00:${String(page % 60).padStart(2, '0')} +0000] "GET /page-${page} HTTP/1.1" 200 512 "-" "Firefox/145"${ending}\n`,
  );

/** Counts as the store does: an id once. */
function counting() {
  const seen = new Map<string, string>();
  const deliver: LogImportOptions['deliver'] = (hits) => {
    let accepted = 0;
    for (const { eventId = '', url, headers } of hits) {
      if (!seen.has(eventId)) accepted += 1;
      seen.set(eventId, `${url} ${headers?.['x-forwarded-for'] ?? ''}`);
    }
    return Promise.resolve({ accepted, dropped: {}, people: 0 });
  };
  return { seen, deliver };
}

async function importBytes(bytes: Buffer, deliver: LogImportOptions['deliver']): Promise<LogReport> {
  return importLog(openLogStream('-', Readable.from([bytes])), { deliver });
}

async function importedAtOnce(text: string): Promise<Map<string, string>> {
  const { seen, deliver } = counting();
  await importBytes(Buffer.from(text), deliver);
  return seen;
}

const log = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(...endings))
  .map(([count, ending]) => linesOf(count, ending).join(''));

describe('whole lines', () => {
  it('imports of a growing file, plain or packed, count what one import of all of it counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        log,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        fc.boolean(),
        async (text, cuts, isPacked) => {
          const { seen, deliver } = counting();
          const ends = [
            ...cuts.map((cut) => Math.floor(cut * text.length)).sort((one, other) => one - other),
            text.length,
          ];
          const members: Buffer[] = [];
          let start = 0;
          for (const end of ends) {
            members.push(gzipSync(text.slice(start, end)));
            start = end;
            await importBytes(isPacked ? Buffer.concat(members) : Buffer.from(text.slice(0, end)), deliver);
          }
          expect(seen).toEqual(await importedAtOnce(text));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('follows a file that grows, is rotated or copied and cut short, wherever that happens', async () => {
    const step = fc.record({
      bytes: fc.integer({ min: 1, max: 300 }),
      then: fc.constantFrom('grow', 'rotate', 'truncate'),
    });
    await fc.assert(
      fc.asyncProperty(log, fc.array(step, { minLength: 1, maxLength: 5 }), async (text, steps) => {
        const folder = mkdtempSync(join(tmpdir(), 'whole-'));
        try {
          const path = join(folder, 'access.log');
          const { seen, deliver } = counting();
          const stop = new AbortController();
          let read = 0;
          let written = 0;
          let fileStart = 0;
          const wanted = await importedAtOnce(text);
          let rotations = 0;
          writeFileSync(path, '');
          const todo = [...steps];

          // The next thing happens once the follower has taken all whole lines, which a server cannot know.
          function next(): void {
            const { bytes, then } = todo.shift() ?? { bytes: text.length, then: 'grow' };
            const isRotated = then !== 'grow' && text.slice(fileStart, written).endsWith('\n');
            if (isRotated) {
              rotations += 1;
              if (then === 'rotate') {
                renameSync(path, `${path}.${rotations}`);
                writeFileSync(path, '');
              } else {
                copyFileSync(path, `${path}.${rotations}`);
                truncateSync(path, 0);
              }
              fileStart = written;
            }
            const part = text.slice(written, written + bytes);
            written += part.length;
            appendFileSync(path, part);
            if (!part.includes('\n') && written < text.length) next();
          }

          next();
          const bytes = followFile(path, stop.signal, {
            pauseMs: 1,
            onTaken: ({ offset }) => {
              read = fileStart + offset;
              if (read === text.length) stop.abort();
              else if (read > text.slice(0, written).lastIndexOf('\n')) next();
              return Promise.resolve();
            },
          });
          await importLog({ name: path, bytes, totalBytes: undefined, readBytes: () => 0 }, { deliver, prompt: true });
          expect(seen).toEqual(wanted);
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('takes a last line without its end where it is surely whole, and says so where it is not', async () => {
    const both = linesOf(2, ' "198.51.100.7"').join('').trimEnd();
    const json = JSON.stringify({
      time: '2026-11-20T10:00:00Z',
      ip: '203.0.113.9',
      method: 'GET',
      uri: '/a',
      status: 200,
    });
    for (const [text, hits, unfinished] of [
      [both, 2, false],
      [both.slice(0, -1), 1, true],
      [both.slice(0, -' "198.51.100.7"'.length), 1, true],
      [linesOf(2, ' 0.1').join('').trimEnd(), 1, true],
      [linesOf(1, '').join('').trimEnd(), 0, true],
      [json, 1, false],
      [json.slice(0, -1), 0, true],
    ] as const) {
      expect(await importBytes(Buffer.from(text), counting().deliver)).toMatchObject({
        hits,
        unfinished,
        failure: undefined,
      });
    }
  });
});

import { appendFileSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hit } from '../../hit.ts';
import { commonLog } from '../formats/common-log.ts';
import { followFile } from './follow-file.ts';
import { createFollowedPlaces, type FollowedPlaces } from './followed-places.ts';
import { importLog, type LogImportOptions } from './import-log.ts';
import { createLineIds } from './line-id.ts';
import { createLineSplitter, longestLine } from './line-splitter.ts';
import { openLogFile, openLogStream } from './open-log.ts';

const line = (page: number, second = page % 60) =>
  `203.0.113.9 - - [21/Nov/2026:12:30:${String(second).padStart(2, '0')} +0000] "GET /page-${page} HTTP/1.1" 200 1 "-" "Firefox/145"`;
const log = (count: number) => Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Delivers into memory; an id counts once, as in the store. */
function memory() {
  const hits: Hit[] = [];
  const ids = new Set<string>();
  const deliver: LogImportOptions['deliver'] = (batch) => {
    const fresh = batch.filter((hit) => !ids.has(hit.eventId ?? ''));
    for (const hit of fresh) ids.add(hit.eventId ?? '');
    hits.push(...fresh);
    const duplicates = batch.length - fresh.length;
    return Promise.resolve({
      accepted: fresh.length,
      dropped: duplicates > 0 ? { duplicate: duplicates } : {},
      people: 0,
    });
  };
  return { hits, deliver };
}

describe('createLineSplitter', () => {
  it('gives the same lines however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '))),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (lines, cuts) => {
          const bytes = Buffer.from(lines.map((text) => `${text}\r\n`).join(''));
          const splitter = createLineSplitter();
          const found: (string | undefined)[] = [];
          for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
            const end = start + (cuts[turn % cuts.length] ?? 1);
            found.push(...splitter.push(bytes.subarray(start, end)));
            start = end;
          }
          expect(found).toEqual(lines);
          expect(splitter.rest()).toBe('');
        },
      ),
    );
  });

  it('skips a line that is too long and goes on behind it', () => {
    const splitter = createLineSplitter();
    const long = Buffer.alloc(longestLine + 1, 97);
    expect([...splitter.push(long), ...splitter.push(Buffer.from('b\nnext\nrest'))]).toEqual([undefined, 'next']);
    expect(splitter.rest()).toBe('rest');
  });
});

it('makes ids that are the same in every run and differ between repeated lines', () => {
  const run = () => {
    const idOf = createLineIds();
    return ['a', 'b', 'a', 'a'].map((text) => idOf(text));
  };
  expect(run()).toEqual(run());
  expect(new Set(run()).size).toBe(4);
});

describe('importLog', () => {
  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => gzipSync(text)],
    ['several gzip members', (text: string) => Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))])],
    ['Zstandard', (text: string) => zstdCompressSync(text)],
    [
      'several Zstandard frames, one of them to be skipped',
      (text: string) =>
        Buffer.concat([
          Buffer.from('502a4d18040000000a000000', 'hex'),
          ...[text.slice(0, 50), '', text.slice(50)].map((part) => zstdCompressSync(part)),
        ]),
    ],
  ])('reads a %s file, whatever it is called', async (_name, pack) => {
    const { hits, deliver } = memory();
    const report = await importLog(await openLogFile(file('access.log', pack(log(12_345)))), { deliver });
    expect(report).toMatchObject({
      format: 'combined',
      lines: 12_345,
      hits: 12_345,
      accepted: 12_345,
      failure: undefined,
    });
    expect(hits.map((hit) => hit.url)).toEqual(Array.from({ length: 12_345 }, (_, index) => `/page-${index}`));
  });

  it('says with what a file is packed that it cannot read', async () => {
    for (const [signature, program] of [
      ['fd377a585a000004', 'xz'],
      ['425a683931415926', 'bzip2'],
      ['504b03041400', 'zip'],
    ] as const) {
      const path = file('access.log', Buffer.concat([Buffer.from(signature, 'hex'), Buffer.alloc(3000, 10)]));
      const { deliver } = memory();
      const report = await importLog(await openLogFile(path), { deliver });
      expect(report.failure).toContain(`packed with ${program},`);
      expect(report.lines).toBe(0);
    }
  });

  it('stops at a Zstandard frame that is cut or none, and keeps what came before', async () => {
    const frames = [log(1500), log(3000).slice(log(1500).length)].map((text) => zstdCompressSync(text));
    const whole = Buffer.concat(frames);
    for (const [content, reason] of [
      [whole.subarray(0, whole.length - 5), 'unexpected end of file'],
      [Buffer.concat([frames[0]!, Buffer.from('noise')]), 'Unknown frame descriptor'],
    ] as const) {
      const { deliver, hits } = memory();
      const report = await importLog(await openLogFile(file('a.zst', content)), { deliver });
      expect(report.failure).toBe(`Reading stopped: ${reason}.`);
      expect(hits.length).toBe(report.hits);
      expect(hits.length).toBeGreaterThanOrEqual(1500);
    }
  });

  it.each([1, 250, 999, 1500, 2300])('keeps all %i lines before one that is half written', async (count) => {
    const { deliver, hits } = memory();
    const report = await importLog(await openLogFile(file('a', log(count) + line(count).slice(0, -20))), { deliver });
    expect(report).toMatchObject({ hits: count, accepted: count, unfinished: true });
    expect(hits).toHaveLength(count);
  });

  it('reads the line behind zeros, which a file has that was cut short under its server', async () => {
    for (const head of [Buffer.alloc(500), Buffer.alloc(70_000), Buffer.from('caf\u00e9\n\0\0')]) {
      const { deliver, hits } = memory();
      await importLog(await openLogFile(file('a', Buffer.concat([head, Buffer.from(log(3))]))), { deliver });
      expect(hits.map(({ ip }) => ip)).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.9']);
    }
  });

  it('finds the format behind what another program wrote, also while the file is followed', async () => {
    const content = `${'starting worker\n'.repeat(1500)}${log(5)}`;
    for (const prompt of [false, true]) {
      const { deliver } = memory();
      const chunks = content.match(/[^]{1,5000}/g)!.map((text) => Buffer.from(text));
      const report = await importLog(openLogStream('-', Readable.from(chunks)), { deliver, prompt });
      expect(report).toMatchObject({ format: 'combined', lines: 1505, accepted: 5, failure: undefined });
      expect(report.rejected.get('form')?.count).toBe(1500);
    }
    const { deliver } = memory();
    const noise = Buffer.from('starting worker\n'.repeat(50_000));
    const refused = await importLog(openLogStream('-', Readable.from([noise, noise])), { deliver });
    expect(refused).toMatchObject({ format: undefined, lines: 50_000 });
    expect(refused.failure).toContain('The nearest is combined: line 1, column 1');
    const long = await importLog(openLogStream('-', Readable.from([Buffer.alloc(70_000, 'x')])), { deliver });
    expect(long).toMatchObject({ lines: 0, unfinished: true });
    const ended = await importLog(openLogStream('-', Readable.from([Buffer.from(`${'x'.repeat(70_000)}\n`)])), {
      deliver,
    });
    expect(ended.failure).toContain('longer than 64 KiB');
  });

  it('reads standard input, compressed or not, and a last line without its end', async () => {
    for (const content of [Buffer.from(log(3).trimEnd()), gzipSync(log(3))]) {
      const { deliver } = memory();
      expect(await importLog(openLogStream('-', Readable.from([content])), { deliver })).toMatchObject({ accepted: 3 });
    }
  });

  it.each([
    ['one private address for all', ['10.0.0.5', '10.0.0.5'], '', '10.0.0.5'],
    ['this machine for all', ['127.0.0.1', '127.0.0.1'], '', '127.0.0.1'],
    ['two', ['10.0.0.5', '10.0.0.6', '10.0.0.5'], '', undefined],
    ['one of the internet', ['203.0.113.9', '203.0.113.9'], '', undefined],
    ['another first', ['203.0.113.9', '10.0.0.5', '10.0.0.5'], '', undefined],
    ['one that tells for whom', ['10.0.0.5', '10.0.0.5'], ' "203.0.113.9"', undefined],
  ])('notices a proxy: %s', async (_name, addresses, extra, proxy) => {
    const { deliver } = memory();
    const content = addresses
      .map((address, page) => `${line(page).replace('203.0.113.9', address)}${extra}\n`)
      .join('');
    const report = await importLog(await openLogFile(file('access.log', content)), { deliver });
    expect([report.hits, report.proxy]).toEqual([addresses.length, proxy]);
  });

  it('counts nothing twice when it runs again, nor after rotation', async () => {
    const { deliver, hits } = memory();
    const content = `${line(1)}\n${line(1)}\n${line(2)}\n`;
    await importLog(await openLogFile(file('access.log', content)), { deliver });
    const again = await importLog(await openLogFile(file('access.log.1.gz', gzipSync(content))), { deliver });
    expect(hits).toHaveLength(3);
    expect(again).toMatchObject({ hits: 3, accepted: 0, dropped: new Map([['duplicate', 3]]) });
  });

  it('reads as many lines at once as come', async () => {
    const bytes = Buffer.from('short\n'.repeat(200_000));
    const { deliver } = memory();
    const report = await importLog(openLogStream('-', Readable.from([bytes])), { deliver, format: commonLog });
    expect(report).toMatchObject({ lines: 200_000, hits: 0 });
  });

  it('says which lines it did not read, and why', async () => {
    const { deliver } = memory();
    const bad = `${line(1)}\nnoise\n${line(2).replace('21/Nov', '99/Nov')}\n${'x'.repeat(70_000)}\n${line(3)}\n`;
    const report = await importLog(await openLogFile(file('a', bad)), { deliver });
    expect(report).toMatchObject({ lines: 5, hits: 2 });
    expect([...report.rejected]).toEqual([
      [
        'form',
        {
          count: 1,
          examples: [{ line: 2, text: 'noise', column: 1, expected: expect.stringContaining('an address') as string }],
        },
      ],
      [
        'time',
        {
          count: 1,
          examples: [{ line: 3, text: expect.stringContaining('99/Nov') as string, column: 18, expected: 'a time' }],
        },
      ],
      ['too_long', { count: 1, examples: [{ line: 4, text: '' }] }],
    ]);
  });

  it('keeps what stands before the end of a truncated archive', async () => {
    const { deliver } = memory();
    const packed = gzipSync(log(20_000));
    const report = await importLog(await openLogFile(file('a.gz', packed.subarray(0, packed.length - 2000))), {
      deliver,
    });
    expect(report.accepted).toBeGreaterThan(1000);
    expect(report.failure).toMatch(/Reading stopped/);
  });

  it('reads a log that is not UTF-8', async () => {
    const { deliver, hits } = memory();
    await importLog(await openLogFile(file('a', Buffer.from(log(1).replace('Firefox', 'Firef\u00f6x'), 'latin1'))), {
      deliver,
    });
    expect(hits[0]?.userAgent).toBe('Firef\ufffdx/145');
  });

  it('does not guess a format', async () => {
    const { deliver } = memory();
    const report = await importLog(await openLogFile(file('a', 'hello\nworld\n')), { deliver });
    expect(report).toMatchObject({
      lines: 2,
      hits: 0,
      format: undefined,
      failure: expect.stringContaining('--format') as string,
    });
    const told = await importLog(await openLogFile(file('a', 'hello\nworld\n')), { deliver, format: commonLog });
    expect(told).toMatchObject({ lines: 2, format: 'combined', failure: undefined });
  });

  it('fills in the host of a log that names none', async () => {
    const { deliver, hits } = memory();
    await importLog(await openLogFile(file('a', log(1))), { deliver, host: 'docs.example' });
    expect(hits[0]?.host).toBe('docs.example');
  });

  it('fails when what it hands over cannot be kept', async () => {
    const deliver = () => Promise.reject(new Error('disk full'));
    await expect(importLog(await openLogFile(file('a', log(20_000))), { deliver })).rejects.toThrow('disk full');
  });

  it('fails at once when a followed log cannot be kept', async () => {
    const stop = new AbortController();
    const bytes = followFile(file('followed.log', log(3)), stop.signal, { pauseMs: 5 });
    const followed = { name: 'followed.log', bytes, totalBytes: undefined, readBytes: () => 0 };
    const deliver = () => Promise.reject(new Error('disk full'));
    await expect(importLog(followed, { deliver, prompt: true })).rejects.toThrow('disk full');
    stop.abort();
  });

  it('hands over six batches at once and no more', async () => {
    const running: (() => void)[] = [];
    let most = 0;
    const deliver = async (hits: readonly Hit[]) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      running.push(() => {
        resolve(undefined);
      });
      most = Math.max(most, running.length);
      // All end together, in the turn after the last of them that comes.
      if (running.length === 6) {
        setImmediate(() => {
          for (const end of running.splice(0)) end();
        });
      }
      await promise;
      return { accepted: hits.length, dropped: {}, people: 0 };
    };
    expect(await importLog(await openLogFile(file('a', log(30_000))), { deliver })).toMatchObject({ accepted: 30_000 });
    expect(most).toBe(6);
  });
});

it('follows a file through growth, rotation and truncation', async () => {
  const path = file('access.log', log(2));
  const stop = new AbortController();
  const seen: string[] = [];
  // Each delivery triggers the next change, so nothing waits for a clock but the follower itself.
  const changes = [
    () => {
      appendFileSync(path, `${line(2)}\n`);
    },
    () => {
      renameSync(path, `${path}.1`);
      appendFileSync(`${path}.1`, `${line(3)}\n`);
      writeFileSync(path, `${line(4)}\n`);
    },
    () => undefined,
    () => {
      writeFileSync(path, '');
      writeFileSync(path, `${line(5, 9).slice(0, -12)}"x"\n`);
    },
    () => {
      stop.abort();
    },
  ];
  const deliver: LogImportOptions['deliver'] = (hits) => {
    seen.push(...hits.map((hit) => hit.url));
    changes.shift()?.();
    return Promise.resolve({ accepted: hits.length, dropped: {}, people: 0 });
  };
  const followed = {
    name: path,
    bytes: followFile(path, stop.signal, { pauseMs: 5 }),
    totalBytes: undefined,
    readBytes: () => 0,
  };
  const report = await importLog(followed, { deliver, prompt: true });
  expect(seen).toEqual(['/page-0', '/page-1', '/page-2', '/page-3', '/page-4', '/page-5'].map((url) => url));
  expect(report).toMatchObject({ accepted: 6, failure: undefined });
});

describe('a log that is followed after a restart', () => {
  /** Follows until nothing is left to read, and remembers where it stopped. */
  async function followOnce(path: string, places: FollowedPlaces): Promise<string[]> {
    const stop = new AbortController();
    const { deliver, hits } = memory();
    const followed = followFile(path, stop.signal, {
      pauseMs: 1,
      from: await places.find('prj_1', path),
      onTaken: async (place) => {
        await places.keep('prj_1', path, place);
        const { size } = statSync(path);
        if (place.inode === statSync(path).ino && place.offset === size) stop.abort();
      },
    });
    await importLog(
      { name: path, bytes: followed, totalBytes: undefined, readBytes: () => 0 },
      { deliver, prompt: true },
    );
    return hits.map(({ url, eventId }) => `${url} ${eventId}`);
  }
  const urls = (found: readonly string[]) => found.map((one) => one.split(' ')[0]);
  let places: FollowedPlaces;
  beforeEach(() => {
    places = createFollowedPlaces(join(folder, 'followed-logs'));
  });

  it('goes on where it was, and gives a repeated line the id that it has in the whole file', async () => {
    // More than is read again.
    const path = file('long.log', log(60_000));
    expect(await followOnce(path, places)).toHaveLength(60_000);
    appendFileSync(path, `${line(59_999)}\n${line(60_000)}\n`);
    const resumed = await followOnce(path, places);
    expect(resumed.length).toBeLessThan(50_000);
    expect(urls(resumed).slice(-2)).toEqual(['/page-59999', '/page-60000']);
    const whole = memory();
    await importLog(await openLogFile(path), { deliver: whole.deliver });
    expect(resumed).toEqual(whole.hits.slice(-resumed.length).map(({ url, eventId }) => `${url} ${eventId}`));
  });

  it('reads a rotated file to its end, then the new one', async () => {
    const path = file('rotated.log', log(2));
    await followOnce(path, places);
    appendFileSync(path, `${line(2)}\n`);
    renameSync(path, `${path}.1`);
    writeFileSync(path, `${line(3)}\n`);
    expect(urls(await followOnce(path, places))).toEqual(['/page-0', '/page-1', '/page-2', '/page-3']);
  });

  it('reads another file from its beginning, also one that has the inode of the first', async () => {
    const path = file('replaced.log', log(3));
    await followOnce(path, places);
    writeFileSync(path, `${line(7)}\n${line(8)}\n${line(9)}\n${line(10)}\n${line(11)}\n`);
    expect(urls(await followOnce(path, places))).toEqual([7, 8, 9, 10, 11].map((number) => `/page-${number}`));
  });

  it('takes a half line when it is whole', async () => {
    const [half, rest] = [line(1).slice(0, 30), line(1).slice(30)];
    const path = file('half.log', `${line(0)}\n${half}`);
    const stop = new AbortController();
    const taken: number[] = [];
    const bytes = followFile(path, stop.signal, {
      pauseMs: 1,
      onTaken: ({ offset }) => {
        taken.push(offset);
        if (taken.length === 1) appendFileSync(path, `${rest}\n`);
        else stop.abort();
        return Promise.resolve();
      },
    });
    const { deliver, hits } = memory();
    await importLog({ name: path, bytes, totalBytes: undefined, readBytes: () => 0 }, { deliver, prompt: true });
    expect(hits.map(({ url }) => url)).toEqual(['/page-0', '/page-1']);
    expect(taken).toEqual([line(0).length + 1, statSync(path).size]);
  });
});

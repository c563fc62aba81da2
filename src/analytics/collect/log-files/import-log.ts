import type { Hit } from '../../hit.ts';
import type { RecordedHits } from '../../record-hits.ts';
import { addressKey, isPrivate } from '../../../http/address.ts';
import { linesInBatch } from '../formats/batched-lines.ts';
import type { LineReader, LineReading, LineRejection, LogFormat, Misfit } from '../formats/log-format.ts';
import { detectLogFormat } from '../formats/log-formats.ts';
import { createUnwrappingReader } from '../formats/unwrap-line.ts';
import { createLineIds } from './line-id.ts';
import { createLineSplitter, longestLine } from './line-splitter.ts';
import type { OpenLog } from './open-log.ts';

/** Hits that are handed over at once: few, so that most of what they are made of is garbage before it has to be moved. */
const batchSize = 1000;
/** Batches on their way into the store, so that slow commits become few large ones. */
const deliveriesUnderWay = 6;
/** Lines that the format is recognised by. */
const sampleSize = 200;
/** Lines among which such a sample is looked for, behind those of other programs, and characters of them. */
const mostSearched = 2000;
const longestSearched = 4 * 1024 * 1024;
/** Lines that are shown per reason why lines were not read, and how much of each. */
const shownExamples = 3;
const shownLength = 160;

export interface LogImportOptions {
  /** Left out, it is recognised from the first lines. */
  readonly format?: LogFormat | undefined;
  /** Host of lines that name none. */
  readonly host?: string | undefined;
  /** Takes a batch; resolves when it is durable. Called for up to six batches at once. */
  readonly deliver: (hits: readonly Hit[]) => Promise<RecordedHits>;
  /** Hands over after every chunk, for a file that is being followed. */
  readonly prompt?: boolean;
  readonly onProgress?: (report: LogReport) => void;
}

export interface RejectedLine extends Partial<Misfit> {
  readonly line: number;
  readonly text: string;
}

/** What happened to one log; the numbers grow while it is read. */
export interface LogReport {
  readonly name: string;
  /** Undefined until it is known, and when no format understands the log. */
  format: string | undefined;
  lines: number;
  /** Lines that became hits. */
  hits: number;
  /** Hits of which the log does not say the user agent. */
  unnamed: number;
  /** The one private address that every line comes from; undefined when there are others, or lines tell whom it forwards for. */
  proxy: string | undefined;
  readonly rejected: Map<LineRejection, { count: number; readonly examples: RejectedLine[] }>;
  accepted: number;
  /** Views of people, those that an earlier import kept among them. */
  people: number;
  readonly dropped: Map<string, number>;
  /** Whether the last line was left for a later import, since it may be half written. */
  unfinished: boolean;
  /** Why reading ended early: a truncated archive, an unknown format. What came before is imported. */
  failure: string | undefined;
}

/**
 * Reads one log to its end and hands over its hits, each with an id that makes importing it again harmless. While
 * batches are being kept the next ones are read. Rejects only when `deliver` does; faults of the log stand in the report.
 */
export async function importLog(log: OpenLog, options: LogImportOptions): Promise<LogReport> {
  const report: LogReport = {
    name: log.name,
    format: options.format?.name,
    lines: 0,
    hits: 0,
    unnamed: 0,
    proxy: undefined,
    rejected: new Map(),
    accepted: 0,
    people: 0,
    dropped: new Map(),
    unfinished: false,
    failure: undefined,
  };
  let lastHit = '';
  const splitter = createLineSplitter();
  const idOf = createLineIds();
  let read: LineReader | undefined = options.format && createUnwrappingReader(options.format);
  let unread: (string | undefined)[] = [];
  let searched = 0;
  let unknown = describeUnknown(undefined);
  let batch: Hit[] = [];
  const deliveries: Promise<void>[] = [];

  function readLine(line: string | undefined, reader: LineReader): void {
    report.lines += 1;
    const reading = line === undefined ? { rejected: 'too_long' as const } : reader(line);
    if (reading === undefined) return;
    if (reading.hit === undefined) {
      reject(report, reading, line ?? '');
      return;
    }
    report.hits += 1;
    lastHit = line ?? '';
    const { hit } = reading;
    if (hit.userAgent === undefined) report.unnamed += 1;
    if (report.hits === 1) report.proxy = isPrivateAddress(hit.ip) ? hit.ip : undefined;
    else if (hit.ip !== report.proxy) report.proxy = undefined;
    if (hit.headers?.['x-forwarded-for'] !== undefined) report.proxy = undefined;
    hit.host ??= options.host;
    hit.eventId ??= idOf(line ?? '');
    batch.push(hit);
  }

  async function handOver(least: number): Promise<void> {
    while (batch.length >= least) {
      const hits = batch.slice(0, batchSize);
      batch = batch.slice(batchSize);
      if (deliveries.length === deliveriesUnderWay) await deliveries.shift();
      const delivery = options.deliver(hits).then((recorded) => {
        addRecorded(report, recorded);
      });
      // A rejection is thrown where the delivery is awaited, and must not count as unhandled until then.
      delivery.catch(() => undefined);
      deliveries.push(delivery);
      // The next lines of a file that is followed may be hours away; a fault must show at once.
      if (options.prompt) await deliveries.shift();
      options.onProgress?.(report);
    }
  }

  /** Recognises the format by the first sample that proves one; false while none does. */
  function recognise(isEnd: boolean): boolean {
    if (read) return true;
    const lines = unread.filter((line) => line !== undefined);
    for (;;) {
      const sample = lines.slice(searched, searched + sampleSize);
      const isFull = sample.length === sampleSize;
      if (!isFull && !isEnd && !options.prompt) return false;
      const detected = detectLogFormat(sample);
      if (detected?.isCertain === true) {
        report.format = detected.format.name;
        read = createUnwrappingReader(detected.format);
        return true;
      }
      const isTooLong = lines.length === 0 && unread.length > 0;
      if (searched === 0) unknown = isTooLong ? firstTooLong : describeUnknown(detected);
      if (!isFull) return false;
      searched += sampleSize;
    }
  }

  async function take(lines: readonly (string | undefined)[], isEnd: boolean): Promise<boolean> {
    unread = unread.concat(eachLine(lines));
    if (!recognise(isEnd) || !read) {
      if (unread.length < mostSearched && lengthOf(unread) < longestSearched && !isEnd) return true;
      report.lines = unread.length;
      if (unread.length > 0) report.failure = unknown;
      return false;
    }
    for (const line of unread) readLine(line, read);
    unread = [];
    await handOver(options.prompt || isEnd ? 1 : batchSize);
    return true;
  }

  /** Takes what stands behind the last line end of a file where that is surely a whole line. */
  async function takeLastLine(isEnd: boolean): Promise<boolean> {
    const line = splitter.rest();
    report.unfinished = line !== '';
    if (line === '' || line === undefined) return take([], isEnd);
    // The lines before it must be read first: they say what a whole line looks like.
    const going = unread.length === 0 || (await take([], isEnd));
    if (!going) return false;
    report.unfinished = !isWholeLine(line, lastHit);
    // What stands before it is handed over also where it is left.
    return take(report.unfinished ? [] : [line], isEnd);
  }

  let going = true;
  try {
    for await (const chunk of log.bytes) {
      going = chunk.length === 0 ? await takeLastLine(false) : await take(splitter.push(chunk), false);
      if (!going) break;
      options.onProgress?.(report);
    }
  } catch (error) {
    if (!isReadError(error)) throw error;
    report.failure = `Reading stopped: ${error.message}.`;
  }
  if (going) await takeLastLine(true);
  await Promise.all(deliveries);
  options.onProgress?.(report);
  return report;
}

function lengthOf(lines: readonly (string | undefined)[]): number {
  return lines.reduce((sum, line) => sum + (line?.length ?? 0), 0);
}

/** Replaces each batch by its lines. */
function eachLine(lines: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const batches = lines.map((line) => (line === undefined ? undefined : linesInBatch(line)));
  if (!batches.some((batch) => batch !== undefined)) return lines;
  return lines.flatMap((line, index) => batches[index] ?? [line]);
}

/**
 * Whether a line without its end is whole: an object of JSON that is closed, or as many texts in quotes as the line before
 * holds, where that ends with one. Every other line could go on.
 */
function isWholeLine(line: string, before: string): boolean {
  if (line.startsWith('{')) {
    try {
      JSON.parse(line);
      return true;
    } catch {
      return false;
    }
  }
  const quotes = quotesOf(line);
  return line.endsWith('"') && before.endsWith('"') && quotes % 2 === 0 && quotes === quotesOf(before);
}

function quotesOf(line: string): number {
  let count = 0;
  for (let index = line.indexOf('"'); index >= 0; index = line.indexOf('"', index + 1)) count += 1;
  return count - (line.match(/\\"/g)?.length ?? 0);
}

const firstTooLong = `Its first lines are longer than ${longestLine / 1024} KiB, which no log format has.`;

function describeUnknown(nearest: ReturnType<typeof detectLogFormat>): string {
  const head = 'Its first lines match no known log format';
  if (nearest?.misfit === undefined) return `${head}; give one with --format.`;
  const { index, column, expected } = nearest.misfit;
  return `${head}. The nearest is ${nearest.format.name}: line ${index + 1}, column ${column} should be ${expected}. Give the format with --format.`;
}

/** Errors of the file system and of decompression carry a code as text; ours carry facts. */
function isReadError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function reject(
  report: LogReport,
  { rejected: reason, column, expected }: Extract<LineReading, { rejected: LineRejection }>,
  line: string,
): void {
  const rejection = report.rejected.get(reason) ?? { count: 0, examples: [] };
  rejection.count += 1;
  if (rejection.examples.length < shownExamples) {
    const place = column === undefined || expected === undefined ? {} : { column, expected };
    rejection.examples.push({ line: report.lines, text: line.slice(0, shownLength), ...place });
  }
  report.rejected.set(reason, rejection);
}

function addRecorded(report: LogReport, recorded: RecordedHits): void {
  report.accepted += recorded.accepted;
  report.people += recorded.people;
  for (const [reason, count] of Object.entries(recorded.dropped)) {
    report.dropped.set(reason, (report.dropped.get(reason) ?? 0) + count);
  }
}

function isPrivateAddress(text: string | undefined): boolean {
  const key = text === undefined ? undefined : addressKey(text);
  return key !== undefined && isPrivate(key);
}

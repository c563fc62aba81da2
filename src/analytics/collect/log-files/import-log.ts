import type { Hit } from '../../hit.ts';
import type { RecordedHits } from '../../record-hits.ts';
import { addressKey, isPrivate } from '../../../http/address.ts';
import type { LineReader, LineRejection, LogFormat } from '../formats/log-format.ts';
import { detectLogFormat } from '../formats/log-formats.ts';
import { createLineIds } from './line-id.ts';
import { createLineSplitter } from './line-splitter.ts';
import type { OpenLog } from './open-log.ts';

/** Hits that are handed over at once: few, so that most of what they are made of is garbage before it has to be moved. */
const batchSize = 1000;
/** Batches on their way into the store, so that slow commits become few large ones. */
const deliveriesUnderWay = 6;
/** Lines that the format is recognised by. */
const sampleSize = 200;
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
  readonly rejected: Map<LineRejection, { count: number; readonly examples: { line: number; text: string }[] }>;
  accepted: number;
  /** Views of people, those that an earlier import kept among them. */
  people: number;
  readonly dropped: Map<string, number>;
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
    failure: undefined,
  };
  const splitter = createLineSplitter();
  const idOf = createLineIds();
  let read: LineReader | undefined = options.format?.createReader();
  let unread: (string | undefined)[] = [];
  let batch: Hit[] = [];
  const deliveries: Promise<void>[] = [];

  function readLine(line: string | undefined, reader: LineReader): void {
    report.lines += 1;
    const reading = line === undefined ? { rejected: 'too_long' as const } : reader(line);
    if (reading === undefined) return;
    if (reading.hit === undefined) {
      reject(report, reading.rejected, line ?? '');
      return;
    }
    report.hits += 1;
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

  /** Recognises the format once there is enough to go by; false while there is not. */
  function recognise(isEnd: boolean): boolean {
    if (read) return true;
    const sample = unread.filter((line) => line !== undefined);
    if (!isEnd && !options.prompt && sample.length < sampleSize) return false;
    const detected = detectLogFormat(sample.slice(0, sampleSize));
    if (!detected) return false;
    report.format = detected.format.name;
    read = detected.format.createReader();
    return true;
  }

  async function take(lines: readonly (string | undefined)[], isEnd: boolean): Promise<boolean> {
    unread = unread.concat(lines);
    if (!recognise(isEnd) || !read) {
      if (unread.length < sampleSize && !isEnd) return true;
      report.lines = unread.length;
      if (unread.length > 0) report.failure = 'Its first lines match no known log format; give one with --format.';
      return false;
    }
    for (const line of unread) readLine(line, read);
    unread = [];
    await handOver(options.prompt || isEnd ? 1 : batchSize);
    return true;
  }

  let going = true;
  try {
    for await (const chunk of log.bytes) {
      going = await take(splitter.push(chunk), false);
      if (!going) break;
      options.onProgress?.(report);
    }
  } catch (error) {
    if (!isReadError(error)) throw error;
    report.failure = `Reading stopped: ${error.message}.`;
  }
  if (going) {
    const lastLine = splitter.rest();
    await take(lastLine === '' ? [] : [lastLine], true);
  }
  await Promise.all(deliveries);
  options.onProgress?.(report);
  return report;
}

/** Errors of the file system and of decompression carry a code as text; ours carry facts. */
function isReadError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function reject(report: LogReport, reason: LineRejection, line: string): void {
  const rejection = report.rejected.get(reason) ?? { count: 0, examples: [] };
  rejection.count += 1;
  if (rejection.examples.length < shownExamples) {
    rejection.examples.push({ line: report.lines, text: line.slice(0, shownLength) });
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

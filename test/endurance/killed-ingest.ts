import { appendFileSync } from 'node:fs';
import { setTimeout as elapse } from 'node:timers/promises';
import { duration } from '../../src/kernel/clock.ts';

/** What was sent to the server over all its lives; nothing that this holds depends on what the server stored. */
export interface IngestState {
  /** Time of the first event: in the past, so that many days are sealed and merged. */
  readonly startMs: number;
  /** Number of the next delivery; its events follow from it alone, so that one can be sent again as it was. */
  next: number;
  /** Sent, and not acknowledged. */
  readonly open: number[];
  /** Pages whose deletion was begun, and of them those where it was acknowledged. */
  deletedFrom: number;
  readonly deletions: string[];
  readonly deleted: string[];
  /** Lines of the log that is followed, and how many of them were seen counted. */
  lines: number;
  countedLines: number;
}

export const newIngestState = (): IngestState => ({
  startMs: Date.now() - 20 * duration.day,
  next: 0,
  open: [],
  deletedFrom: 0,
  deletions: [],
  deleted: [],
  lines: 0,
  countedLines: 0,
});

const kept = 16;
const passing = 4;
const deliveriesOfPage = 40;
const linesAtOnce = 5;
/** Of the time that the events tell. */
const millisecondsBetween = 30_000;

const keptPage = (delivery: number) => `/kept/${delivery % 10}`;
const passingPage = (delivery: number) => `/passing/${Math.floor(delivery / deliveriesOfPage)}`;

export type Request = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Sends one delivery after another, and writes the log, until the signal or until nobody answers. */
export async function sendUntil(signal: AbortSignal, state: IngestState, request: Request, log: string): Promise<void> {
  while (!signal.aborted) {
    const delivery = state.next;
    state.next += 1;
    state.open.push(delivery);
    writeLog(state, log);
    try {
      await send(delivery, state, request);
    } catch (error) {
      // The connection ended with the server; an answer that refuses is thrown on.
      if (error instanceof TypeError) return;
      throw error;
    }
    await elapse(30);
  }
}

/** Does what a client does that got no answer. */
export async function sendAgain(state: IngestState, request: Request): Promise<void> {
  for (const delivery of [...state.open]) await send(delivery, state, request);
}

/** Pages that no view on its way can have, and those whose deletion was not acknowledged. */
export function pagesToDelete(state: IngestState): string[] {
  const current = Math.floor(Math.min(state.next, ...state.open) / deliveriesOfPage);
  for (; state.deletedFrom < current - 1; state.deletedFrom += 1) {
    state.deletions.push(passingPage(state.deletedFrom * deliveriesOfPage));
  }
  return state.deletions.filter((page) => !state.deleted.includes(page)).slice(0, 5);
}

/**
 * Counts everything as a reader would, and says what is not as it must be. Of a delivery that is not acknowledged, any part may
 * be counted.
 */
export async function countFaults(state: IngestState, request: Request): Promise<string[]> {
  // More are deleted while it counts.
  const deleted = [...state.deleted];
  const { views } = (await request('GET', 'analytics/views?limit=250')) as { views: { path: string; total: number }[] };
  const counted = new Map(views.map(({ path, total }) => [path, total]));
  const open = new Set(state.open);
  const acknowledged = new Map<string, number>();
  const sent = new Map<string, number>();
  const add = (delivery: number, page: string, views: number) => {
    sent.set(page, (sent.get(page) ?? 0) + views);
    if (!open.has(delivery)) acknowledged.set(page, (acknowledged.get(page) ?? 0) + views);
  };
  const firstLeft = state.deletedFrom * deliveriesOfPage;
  for (let delivery = 0; delivery < state.next; delivery += 1) {
    add(delivery, keptPage(delivery), kept);
    if (delivery >= firstLeft) add(delivery, passingPage(delivery), passing);
  }
  const faults = [...sent].flatMap(([page, most]) => {
    const [least, count] = [acknowledged.get(page) ?? 0, counted.get(page) ?? 0];
    return count >= least && count <= most ? [] : [`${page}: ${least} of ${most} views acknowledged, ${count} counted`];
  });
  for (const page of deleted) if (counted.has(page)) faults.push(`${page}: deleted, and counted again`);
  const lines = counted.get('/log') ?? 0;
  if (lines > state.lines) faults.push(`/log: ${state.lines} lines written, ${lines} counted`);
  if (lines < state.countedLines) faults.push(`/log: ${state.countedLines} lines were counted, now ${lines}`);
  state.countedLines = lines;
  return faults;
}

async function send(delivery: number, state: IngestState, request: Request): Promise<void> {
  const events = Array.from({ length: kept + passing }, (_, index) => ({
    id: `delivery-${delivery}-${index}`,
    timestamp: state.startMs + delivery * millisecondsBetween + index,
    path: index < kept ? keptPage(delivery) : passingPage(delivery),
    visitorId: String((delivery * 31 + index) % 5_000),
    userAgent: 'Claude-User/1.0',
  }));
  const answer = (await request('POST', 'ingest/events', events)) as {
    accepted: number;
    dropped: { duplicate?: number; clock_skew?: number };
  };
  const { duplicate = 0, clock_skew = 0 } = answer.dropped;
  if (answer.accepted + duplicate + clock_skew !== events.length) throw new Error(JSON.stringify(answer));
  // A server whose clock is wrong refuses it, and says so; it is sent again.
  if (clock_skew > 0) return;
  state.open.splice(state.open.indexOf(delivery), 1);
}

function writeLog(state: IngestState, log: string): void {
  for (let count = 0; count < linesAtOnce; count += 1) {
    state.lines += 1;
    const at = logTime(new Date());
    // The size makes each line another one.
    appendFileSync(log, `203.0.113.7 - - [${at}] "GET /log HTTP/1.1" 200 ${state.lines} "-" "Claude-User/1.0"\n`);
  }
}

/** `22/Nov/2026:11:45:00 +0000`, as web servers write it. */
function logTime(at: Date): string {
  const [, day = '', month = '', year = '', time = ''] = /, (\d+) (\w+) (\d+) (\S+)/.exec(at.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import type { PreparedData } from './prepared-data.ts';

export interface Start {
  /** Milliseconds from the start of the process until it says that it is ready. */
  readonly readyMs: number;
  /** Milliseconds from then until the first export was answered, and processor time of the whole process until then. */
  readonly firstExportMs: number;
  readonly processorMs: number;
  /** The longest that an ingest request waited for a server that was ready. */
  readonly slowestIngestMs: number;
  /** Answers of status 2xx, and what everything else was, by its status and code. */
  readonly answered: number;
  readonly refused: readonly string[];
}

const program = join(import.meta.dirname, '..', 'hostile', 'watched-server.ts');
const senders = 4;
/** Load goes on for so long after the first answer, milliseconds. */
const rest = 300;
/** What the kernel counts processor time in, milliseconds. */
const tick = 10;

/** Starts a server process while senders try to reach it, asks it for an export, then ends it by the signal. */
export async function startUnderLoad(
  { environment, projects }: PreparedData,
  { port, round, signal }: { port: number; round: number; signal: NodeJS.Signals },
): Promise<Start> {
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const server = fork(program, {
    env: { ...process.env, ...environment, DOCWRIGHT_PORT: String(port), DOCWRIGHT_WORKERS: '0' },
    execArgv: [],
  });
  const ended = once(server, 'exit');
  const over = new AbortController();
  const load = new Load(url, projects, round);
  const sending = Array.from({ length: senders }, (_, sender) => load.send(sender, over.signal));
  try {
    const isReady = await Promise.race([once(server, 'message').then(() => true), ended.then(() => false)]);
    if (!isReady) throw new Error('The server ended before it was ready.');
    const ready = performance.now();
    load.readyAt = ready;
    await load.ask(round * 7);
    const firstExportMs = performance.now() - ready;
    const processorMs = processorTime(server.pid);
    await elapse(rest);
    over.abort();
    await Promise.all(sending);
    const { answered, refused, slowestIngestMs } = load;
    return { readyMs: ready - began, firstExportMs, processorMs, slowestIngestMs, answered, refused };
  } finally {
    over.abort();
    server.kill(signal);
    await ended;
  }
}

class Load {
  /** When the server said that it is ready. */
  readyAt = Infinity;
  answered = 0;
  slowestIngestMs = 0;
  readonly refused: string[] = [];
  readonly #url: string;
  readonly #projects: PreparedData['projects'];
  readonly #round: number;

  constructor(url: string, projects: PreparedData['projects'], round: number) {
    this.#url = url;
    this.#projects = projects;
    this.#round = round;
  }

  /** Sends small deliveries one after another, to one project after another, until the signal. */
  async send(sender: number, signal: AbortSignal): Promise<void> {
    for (let count = 0; !signal.aborted; count += 1) {
      const { id, apiKey } = this.#project(count * senders + sender);
      const events = Array.from({ length: 20 }, (_, index) => ({
        id: `${this.#round}-${sender}-${count}-${index}`,
        timestamp: Date.now(),
        path: `/page/${index}`,
        ip: `203.0.113.${(count * 20 + index) % 250}`,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        method: 'GET',
        status: 200,
      }));
      const began = performance.now();
      const isAnswered = await this.#request(`/v1/ingest/${id}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(events),
      });
      const waitedMs = performance.now() - Math.max(began, this.readyAt);
      this.slowestIngestMs = Math.max(this.slowestIngestMs, waitedMs);
      // Not listening yet.
      if (!isAnswered) await elapse(20);
    }
  }

  async ask(number: number): Promise<void> {
    const { id, apiKey } = this.#project(number);
    const authorization = `Bearer ${apiKey}`;
    await this.#request(`/v1/analytics/${id}/visitors?limit=250`, { headers: { authorization } });
  }

  #project(number: number): PreparedData['projects'][number] {
    const project = this.#projects[number % this.#projects.length];
    if (project === undefined) throw new Error('There is no project.');
    return project;
  }

  /** False where nobody listens. */
  async #request(path: string, init: RequestInit): Promise<boolean> {
    const response = await fetch(`${this.#url}${path}`, init).catch((error: unknown) => {
      if (performance.now() > this.readyAt) this.refused.push(String(error));
      return undefined;
    });
    if (response === undefined) return false;
    const body = await response.text();
    if (response.ok) this.answered += 1;
    else this.refused.push(`${response.status} ${body.slice(0, 300)}`);
    return true;
  }
}

/** Of all threads of a process, milliseconds; 0 where the system does not tell. */
function processorTime(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

import { deliver } from './delivery.ts';
import { warnOnce, type DropReason } from './drop.ts';
import type { PageRequest } from './page-request.ts';
import { mayBePageView } from './page-view.ts';
import { configurationFault, type RecorderOptions } from './recorder-options.ts';
import { createServerEvent, type ServerEvent } from './server-event.ts';

/** Collects page requests and hands them to the server. Nothing here throws or makes a page wait. */
export interface Recorder {
  /** For a process that lives on: returns at once, the event leaves with its batch. */
  record(page: PageRequest): void;
  /** For a runtime that may freeze after the answer: pass the promise to its `waitUntil`. Never rejects. */
  recordUntilSent(page: PageRequest): Promise<void>;
  /** Sends what waits; resolves when all of it has arrived or is given up. Call it before the process ends. */
  flush(): Promise<void>;
  /** Since the recorder was created. */
  readonly counts: { readonly recorded: number; readonly dropped: Readonly<Partial<Record<DropReason, number>>> };
}

/** So many requests may send at the same time where each sends for itself; while the server is away no more pile up. */
const mostSenders = 4;

export function createRecorder(options: RecorderOptions): Recorder {
  const { batchSize = 100, maxQueue = 10_000, isPageView = mayBePageView, onDrop = warnOnce() } = options;
  const delivery = {
    url: `${options.endpoint?.replace(/\/+$/, '')}/v1/ingest/${encodeURIComponent(options.projectId ?? '')}/events`,
    ingestKey: options.ingestKey ?? '',
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    maxAttempts: options.maxAttempts ?? 4,
    attemptTimeout: options.attemptTimeout ?? 5000,
    retryDelay: options.retryDelay ?? 500,
  };
  const fault = configurationFault(options);
  const queue: ServerEvent[] = [];
  const verifying = new Set<Promise<void>>();
  const counts = { recorded: 0, dropped: {} as Partial<Record<DropReason, number>> };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** Events that wait or are on their way. */
  let unsent = 0;
  let senders = 0;

  function drop(reason: DropReason, events: number, detail: string): void {
    counts.dropped[reason] = (counts.dropped[reason] ?? 0) + events;
    try {
      onDrop({ reason, events, detail });
    } catch {
      // The operator's own function; the count is kept.
    }
  }

  function fail(error: unknown): false {
    drop('failed', 1, String(error));
    return false;
  }

  /** Puts a page view into the queue: at once, or after its signature is checked. True when something is to be sent. */
  function enqueue(page: PageRequest): boolean | Promise<boolean> {
    try {
      if (!isPageView(page)) return false;
      const timestamp = Date.now();
      const identity = options.identify?.(page);
      const push = (signedBy?: string) => {
        if (fault) drop('misconfigured', 1, fault);
        else if (unsent >= maxQueue) drop('queue_full', 1, `${maxQueue} events wait already`);
        else {
          queue.push(createServerEvent(page, { ...options, timestamp, identity, signedBy }));
          counts.recorded++;
          unsent++;
          return true;
        }
        return false;
      };
      if (!options.verifySignature || !page.header('signature')) return push();
      return options.verifySignature(page).then(push).catch(fail);
    } catch (error) {
      return fail(error);
    }
  }

  async function sendQueue(): Promise<void> {
    senders++;
    while (queue.length > 0) {
      const batch = queue.splice(0, batchSize);
      const outcome = await deliver(batch, delivery);
      unsent -= batch.length;
      if (outcome.kind === 'lost') drop(outcome.reason, outcome.events, outcome.detail);
    }
    senders--;
  }

  /** One sender at a time, so that a slow server sees one request and not many. */
  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= sendQueue().finally(() => {
      sending = undefined;
    }));
  }

  function wake(queued: boolean): void {
    if (!queued || sending) return;
    if (queue.length >= batchSize) void send();
    else timer ??= unreferenced(setTimeout(() => void send(), options.linger ?? 2000));
  }

  return {
    counts,
    record(page) {
      const queued = enqueue(page);
      if (typeof queued === 'boolean') {
        wake(queued);
        return;
      }
      const verified = queued.then(wake).finally(() => verifying.delete(verified));
      verifying.add(verified);
    },
    async recordUntilSent(page) {
      if (!(await enqueue(page))) return;
      // Timers and requests belong to the request that made them in some runtimes, so nothing is shared but the queue:
      // whoever wakes first sends for all.
      await new Promise((resolve) => setTimeout(resolve, options.linger ?? 200));
      if (senders < mostSenders) await sendQueue();
    },
    async flush() {
      await Promise.all(verifying);
      while (queue.length > 0 || sending) await send();
    },
  };
}

/** Node would wait for the timer before it exits; other runtimes have plain numbers. */
function unreferenced(timer: ReturnType<typeof setTimeout>): typeof timer {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

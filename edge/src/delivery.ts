import type { ServerEvent } from './server-event.ts';

/** What became of a batch. `events` is how many of it are lost. */
export type Delivery = { kind: 'delivered' } | { kind: 'lost'; reason: LossReason; events: number; detail: string };

/**
 * `refused`: the server will never take this batch (a wrong key, an unknown project). `rejected`: it took the batch but
 * not these events. `undeliverable`: it could not be reached, or was busy, for as long as we tried.
 */
export type LossReason = 'refused' | 'rejected' | 'undeliverable';

export interface DeliveryOptions {
  url: string;
  ingestKey: string;
  fetch: typeof fetch;
  /** How often a batch is offered before it is given up. */
  maxAttempts: number;
  /** Milliseconds that one attempt may take. */
  attemptTimeout: number;
  /** Milliseconds before the second attempt; doubles with each further one, and a part of it is left to chance. */
  retryDelay: number;
}

/** Longest pause between two attempts, whatever the server asks for. */
const longestPause = 10_000;

/** Offers one batch until it is taken or given up. Never throws. Safe to repeat: every event carries its own id. */
export async function deliver(events: readonly ServerEvent[], options: DeliveryOptions): Promise<Delivery> {
  const body = JSON.stringify(events);
  for (let attempt = 1; ; attempt++) {
    const outcome = await offer(body, options);
    if (outcome.kind === 'answered') return outcome.delivery(events.length);
    if (attempt >= options.maxAttempts) {
      return { kind: 'lost', reason: 'undeliverable', events: events.length, detail: outcome.detail };
    }
    const pause = outcome.retryAfter ?? options.retryDelay * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, longestPause)));
  }
}

type Outcome =
  | { kind: 'answered'; delivery: (events: number) => Delivery }
  | { kind: 'retry'; detail: string; retryAfter?: number | undefined };

async function offer(body: string, options: DeliveryOptions): Promise<Outcome> {
  try {
    const response = await options.fetch(options.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.ingestKey}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(options.attemptTimeout),
    });
    const text = await response.text();
    if (response.ok) return { kind: 'answered', delivery: () => rejections(text) };
    const detail = `HTTP ${response.status} ${text.slice(0, 300)}`.trim();
    if (response.status === 408 || response.status === 429 || response.status >= 500) {
      return { kind: 'retry', detail, retryAfter: seconds(response.headers.get('retry-after')) };
    }
    return { kind: 'answered', delivery: (events) => ({ kind: 'lost', reason: 'refused', events, detail }) };
  } catch (error) {
    return { kind: 'retry', detail: String(error) };
  }
}

/** The answer is `{accepted, dropped, rejected: [{index, message}]}`; what the server drops by rule is not lost. */
function rejections(answer: string): Delivery {
  try {
    const { rejected } = JSON.parse(answer) as { rejected?: { message: string }[] };
    const [first] = rejected ?? [];
    if (!rejected || !first) return { kind: 'delivered' };
    return { kind: 'lost', reason: 'rejected', events: rejected.length, detail: first.message };
  } catch {
    return { kind: 'delivered' }; // 2xx means durable, whatever the body looks like.
  }
}

function seconds(header: string | null): number | undefined {
  return header && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

import { ConnectionFailed } from './errors.ts';

type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  readonly fetch: Fetch;
  /** How often a request is sent again after it failed. */
  readonly retries: number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Longest wait that is taken on without asking the caller; a longer `Retry-After` becomes an error at once. */
const longestWaitSeconds = 60;

/**
 * Sends again what may be sent again: reading requests, and those with an `Idempotency-Key`, after a broken connection,
 * 429, 502, 503 or 504. Waits as long as `Retry-After` says, or 0.5, 1, 2... seconds. Throws `ConnectionFailed`.
 */
export function createRetryingFetch({ fetch, retries, wait }: RetryOptions): Fetch {
  return async (request) => {
    const repeatable = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let attempt = 0; ; attempt += 1) {
      const last = !repeatable || attempt >= retries;
      const backoff = 500 * 2 ** attempt;
      try {
        const response = await fetch(last ? request : request.clone());
        const delay = retryDelay(response, backoff);
        if (last || delay === undefined) return response;
        await response.body?.cancel();
        await wait(delay, request.signal);
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        if (last) throw new ConnectionFailed(request.url, error);
        await wait(backoff, request.signal);
      }
    }
  };
}

/** Milliseconds to wait, or undefined when the answer is final. */
function retryDelay(response: Response, backoff: number): number | undefined {
  if (![429, 502, 503, 504].includes(response.status)) return undefined;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (!Number.isFinite(seconds)) return backoff;
  return seconds > longestWaitSeconds ? undefined : seconds * 1000;
}

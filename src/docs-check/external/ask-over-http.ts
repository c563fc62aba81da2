import { NotPublic } from '../../kernel/public-lookup.ts';
import type { AskLink, LinkAnswer } from './link-answer.ts';

const headers = { 'user-agent': 'Docwright link check (+https://github.com/docwright/docwright)', accept: '*/*' };

/** Asks over HTTP or HTTPS by `send`, which decides what may be reached, and reads no body. */
export function createHttpAsk(options: {
  readonly send: (url: URL, init: { method: string; headers: typeof headers; signal: AbortSignal }) => Promise<Response>;
  /** Why the other side was not reached, in a few words. */
  readonly explain: (error: unknown, url: URL) => { kind: string; reason: string; passes: boolean } | undefined;
}): AskLink {
  return async (url, method, signal): Promise<LinkAnswer> => {
    try {
      const response = await options.send(url, { method, headers, signal });
      void response.body?.cancel().catch(() => undefined);
      const [retryAfter, location] = ['retry-after', 'location'].map((name) => response.headers.get(name) ?? undefined);
      return { kind: 'status', status: response.status, retryAfter, location };
    } catch (error) {
      if (isNotPublic(error)) return { kind: 'private' };
      const fault = options.explain(error, url);
      if (fault?.kind === 'dns' && !fault.passes) return { kind: 'unknown-host' };
      return { kind: 'failed', reason: fault?.reason ?? (error instanceof Error ? error.message : 'no answer') };
    }
  };
}

/** Of an address that was judged when it was looked up, it is the cause. */
function isNotPublic(error: unknown): boolean {
  return error instanceof NotPublic || (error instanceof Error && isNotPublic(error.cause));
}

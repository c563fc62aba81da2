import type { AskLink, LinkAnswer } from './link-answer.ts';

const headers = { 'user-agent': 'Docwright link check (+https://github.com/docwright/docwright)', accept: '*/*' };

/** Asks over HTTP or HTTPS and reads no body. */
export function createHttpAsk({
  send,
  explain,
}: {
  /** Decides what may be reached, and follows no redirect. */
  readonly send: (
    url: URL,
    init: { method: string; headers: typeof headers; signal: AbortSignal },
  ) => Promise<Response>;
  /** What it means that `send` rejected. */
  readonly explain: (error: unknown, url: URL) => LinkAnswer;
}): AskLink {
  return async (url, method, signal) => {
    try {
      const response = await send(url, { method, headers, signal });
      void response.body?.cancel().catch(() => undefined);
      const [retryAfter, location] = ['retry-after', 'location'].map((name) => response.headers.get(name) ?? undefined);
      return { kind: 'status', status: response.status, retryAfter, location };
    } catch (error) {
      return explain(error, url);
    }
  };
}

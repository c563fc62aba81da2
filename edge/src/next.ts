import type { Recorder } from './recorder.ts';
import { webPageRequest } from './web-request.ts';

interface EventLike {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * Next.js proxy (`proxy.ts`, before version 16 `middleware.ts`): `export const proxy = recordVisits(recorder)`, around
 * your own where you have one. It runs before the page, so a page that does not exist is recorded as answered unless
 * your own proxy answers it.
 *
 * The reader's address is the last entry of `x-forwarded-for`, as the platform or your proxy writes it; behind more than
 * one proxy set `addressHeader` and `trustedProxies`. `next start` that stands on the internet without any proxy repeats
 * what the reader wrote there, so addresses can be forged.
 */
export function recordVisits<Request_ extends Request, Event extends EventLike, Answer extends Response>(
  recorder: Recorder,
  proxy?: (request: Request_, event: Event) => Answer | null | undefined | Promise<Answer | null | undefined>,
): (request: Request_, event: Event) => Promise<Answer | undefined> {
  return async (request, event) => {
    const answer = (await proxy?.(request, event)) ?? undefined;
    const { headers } = request;
    const address = headers.get('x-forwarded-for')?.split(',').at(-1);
    const country = headers.get('x-vercel-ip-country') ?? undefined;
    const asked = { method: request.method, url: publicUrl(request), headers };
    event.waitUntil(recorder.recordUntilSent(webPageRequest(asked, finalAnswer(answer), { address, country })));
    return answer;
  };
}

/** An answer that says "go on" or "go there inside" is not what the reader gets. */
function finalAnswer(answer: Response | undefined): Response | undefined {
  const internal = ['x-middleware-next', 'x-middleware-rewrite'];
  return internal.some((name) => answer?.headers.has(name)) ? undefined : answer;
}

/** `next start` puts the name that it listens on into the URL, not the one that the reader asked for. */
function publicUrl({ url, headers }: Request): string {
  const host = headers.get('host');
  const asked = host ? url.replace(/^(https?:\/\/)[^/]+/, `$1${host}`) : url;
  return URL.canParse(asked) ? asked : url;
}

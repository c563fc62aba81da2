import { setTimeout } from 'node:timers/promises';

/** What one request came to. */
export type LinkAnswer =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly location: string | undefined;
    }
  | { readonly kind: 'unknown-host' }
  /** Not asked: the address is not on the public internet. */
  | { readonly kind: 'private' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Makes one request and follows no redirect. Never rejects; an abort is a failure. */
export type AskLink = (url: URL, method: 'HEAD' | 'GET', signal: AbortSignal) => Promise<LinkAnswer>;

export interface LinkVerdict {
  /** `unclear` when the answer does not tell whether a reader with a browser would see a page. */
  readonly kind: 'fine' | 'broken' | 'unclear';
  /** What happened, to follow "it": `answers 404`. */
  readonly why: string;
}

/** Asks about `http` and `https` addresses. Rejects only with the reason of `signal`. */
export type ProbeLinks = (
  urls: readonly string[],
  signal: AbortSignal | undefined,
) => Promise<ReadonlyMap<string, LinkVerdict>>;

interface ProbeOptions {
  readonly ask: AskLink;
  /** Milliseconds between two requests to one host. */
  readonly hostPauseMs?: number;
  /** Milliseconds after which what was not asked yet stays unclear. */
  readonly totalMs?: number;
  readonly requestMs?: number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const hostsAtOnce = 8;
const redirectsFollowed = 5;
/** A host that asks to wait longer than this is left alone, in milliseconds. */
const longestWaitMs = 30_000;

/**
 * Makes a probe that no host needs to mind: one request at a time per host with a pause between, `HEAD` before `GET`,
 * `Retry-After` obeyed, and no address asked about twice in the life of the probe.
 */
export function createLinkProbe(options: ProbeOptions): ProbeLinks {
  const { ask, hostPauseMs = 500, totalMs = 5 * 60_000, requestMs = 10_000 } = options;
  const pause = options.pause ?? ((ms, signal) => setTimeout(ms, undefined, { signal }));
  const verdicts = new Map<string, LinkVerdict>();

  async function probeHost(urls: readonly string[], deadline: AbortSignal): Promise<void> {
    let hasAsked = false;
    let leftAlone: LinkVerdict | undefined;

    async function askOnce(url: URL, method: 'HEAD' | 'GET', waitMs = hostPauseMs): Promise<LinkAnswer> {
      if (hasAsked) await pause(waitMs, deadline);
      hasAsked = true;
      return ask(url, method, AbortSignal.any([deadline, AbortSignal.timeout(requestMs)]));
    }

    async function askPatiently(url: URL): Promise<LinkAnswer> {
      let answer = await askOnce(url, 'HEAD');
      for (let attempt = 0; attempt < 2 && isWorthAnother(answer, attempt); attempt += 1) {
        const waitMs = Math.max(retryAfterMs(answer) ?? 0, hostPauseMs);
        if (waitMs > longestWaitMs) {
          leftAlone = { kind: 'unclear', why: 'is on a host that limits requests for now' };
          return answer;
        }
        answer = await askOnce(url, 'GET', waitMs);
      }
      return answer;
    }

    async function probe(url: string): Promise<LinkVerdict> {
      let currentUrl = new URL(url);
      for (let hop = 0; hop <= redirectsFollowed; hop += 1) {
        const answer = await askPatiently(currentUrl);
        const next = redirectOf(answer, currentUrl);
        if (next === undefined) return verdictOf(answer);
        currentUrl = next;
      }
      return { kind: 'unclear', why: `redirects more than ${redirectsFollowed} times` };
    }

    for (const url of urls) {
      try {
        verdicts.set(url, leftAlone ?? (deadline.aborted ? outOfTime : await probe(url)));
      } catch (error) {
        if (!deadline.aborted) throw error;
        verdicts.set(url, outOfTime);
      }
    }
  }

  return async (urls, signal) => {
    const deadline = AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal === undefined ? [] : [signal])]);
    const unknown = [...new Set(urls)].filter((url) => !verdicts.has(url));
    const queues = [...Map.groupBy(unknown, (url) => new URL(url).host).values()];
    const work = async (): Promise<void> => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) await probeHost(queue, deadline);
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, work));
    signal?.throwIfAborted();
    return verdicts;
  };
}

const outOfTime: LinkVerdict = { kind: 'unclear', why: 'was not requested before the time for external links ran out' };

/** A `GET` after a `HEAD` that went wrong, since many servers answer `HEAD` badly; a second one only when told to wait. */
function isWorthAnother(answer: LinkAnswer, attempt: number): boolean {
  if (answer.kind === 'failed') return attempt === 0;
  if (answer.kind !== 'status' || answer.status < 400) return false;
  return attempt === 0 || retryAfterMs(answer) !== undefined;
}

/** `Retry-After` is in seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function retryAfterMs(answer: LinkAnswer): number | undefined {
  if (answer.kind !== 'status' || answer.retryAfter === undefined || ![429, 503].includes(answer.status))
    return undefined;
  const seconds = /^\d+$/u.test(answer.retryAfter) ? Number(answer.retryAfter) : Number.NaN;
  const ms = Number.isNaN(seconds) ? Date.parse(answer.retryAfter) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

function redirectOf(answer: LinkAnswer, currentUrl: URL): URL | undefined {
  if (answer.kind !== 'status' || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const next = URL.parse(answer.location ?? '', currentUrl.href);
  return answer.location !== undefined && next !== null && /^https?:$/u.test(next.protocol) ? next : undefined;
}

function verdictOf(answer: LinkAnswer): LinkVerdict {
  switch (answer.kind) {
    case 'unknown-host':
      return { kind: 'broken', why: 'is on a host that does not exist' };
    case 'private':
      return { kind: 'unclear', why: 'was not requested because it is not on the public internet' };
    case 'failed':
      return { kind: 'unclear', why: `does not respond (${answer.reason})` };
    case 'status': {
      const why = `returns ${answer.status}`;
      if (answer.status === 404 || answer.status === 410) return { kind: 'broken', why };
      return { kind: answer.status < 300 ? 'fine' : 'unclear', why };
    }
  }
}

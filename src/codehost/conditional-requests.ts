import { createHash } from 'node:crypto';
import type { Send } from '../outgoing/send.ts';

/** Of one answer, and of all, in bytes: many small ones take memory too. */
const most = { answer: 2 * 1024 ** 2, all: 32 * 1024 ** 2 };

/** Answers with their entity tags, the least recently used first. Each belongs to the credentials that got it. */
export interface AnswerCache {
  readonly get: (key: string) => Answer | undefined;
  readonly set: (key: string, answer: Answer) => void;
}

interface Answer {
  readonly tag: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What it takes in memory, about. */
function sizeOf({ tag, headers, body }: Answer): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 1_000 + tag.length + body.byteLength);
}

export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Answer>();
  let bytes = 0;
  const remove = (key: string): Answer | undefined => {
    const answer = answers.get(key);
    bytes -= answer === undefined ? 0 : sizeOf(answer);
    answers.delete(key);
    return answer;
  };
  const set: AnswerCache['set'] = (key, answer) => {
    remove(key);
    if (sizeOf(answer) > most.answer) return;
    answers.set(key, answer);
    bytes += sizeOf(answer);
    for (const oldest of answers.keys()) {
      if (bytes <= most.all) break;
      remove(oldest);
    }
  };
  return {
    get(key) {
      const answer = remove(key);
      if (answer !== undefined) set(key, answer);
      return answer;
    },
    set,
  };
}

/**
 * Asks whether a stored answer is still current (`If-None-Match`), and gives it back if the server says so (304): GitHub does
 * not count such requests. Answers are read whole before they are stored or given back.
 */
export function sendConditionally(send: Send, cache: AnswerCache): Send {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const url = input instanceof Request ? input.url : String(input);
    const isRead = (init.method ?? 'GET') === 'GET' && !(input instanceof Request);
    const key = keyOf(url, headers);
    const known = isRead ? cache.get(key) : undefined;
    if (known !== undefined) headers.set('if-none-match', known.tag);
    const response = await send(input, { ...init, headers });
    const isCurrent = known !== undefined && response.status === 304;
    const body = isCurrent ? known.body : new Uint8Array(await response.arrayBuffer());
    const tag = response.headers.get('etag');
    if (isRead && response.status === 200 && tag !== null)
      cache.set(key, { tag, headers: [...response.headers], body });
    const whole = new Response(body.byteLength === 0 ? null : body, {
      status: isCurrent ? 200 : response.status,
      headers: isCurrent ? known.headers.map(([name, value]): [string, string] => [name, value]) : response.headers,
    });
    return Object.defineProperty(whole, 'url', { value: response.url });
  };
}

/** Digested, so that the cache holds no token. */
function keyOf(url: string, headers: Headers): string {
  const parts = [url, headers.get('accept'), headers.get('authorization')];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

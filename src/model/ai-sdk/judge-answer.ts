import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEventMeter } from './turn-limits.ts';

/** What is read of an answer that is no stream: the words of an error stand at its beginning. */
const mostOfDocument = 64 * 1024;

/** The server sent a document of JSON in place of a stream, and said that all is well. */
export class DocumentInPlaceOfStream extends Error {
  override name = 'DocumentInPlaceOfStream';
  /** As it was parsed; undefined where that was not possible. */
  readonly document: unknown;
  constructor(text: string) {
    super('the answer is no stream');
    try {
      this.document = JSON.parse(text) as unknown;
    } catch {
      this.document = undefined;
    }
  }
}

/**
 * Bounds what a server can make us hold, and notices errors that come with the status of a success, as those of some
 * compatible servers and gateways do. Rejects with `DocumentInPlaceOfStream`; a stream that is too long fails with
 * `AnswerTooLong`.
 */
export function judgingAnswers(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.body === null) return response;
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const replace = (body: string | ReadableStream<Uint8Array>) => {
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers: [...headers] });
    };
    if (!response.ok) return replace(await readDocument(reader, []));
    const begun: Uint8Array[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      begun.push(value);
      // Events begin with a letter or a colon.
      const first = /\S/.exec(Buffer.from(value).toString('latin1'))?.[0];
      if (first === '{') throw new DocumentInPlaceOfStream(await readDocument(reader, begun));
      if (first !== undefined || begun.length > 100) break;
    }
    return replace(restOf(reader, begun));
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readDocument(reader: Reader, chunks: Uint8Array[]): Promise<string> {
  let bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  while (bytes < mostOfDocument) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
  }
  void reader.cancel().catch(() => undefined);
  return Buffer.concat(chunks).toString('utf8', 0, mostOfDocument);
}

/** Milliseconds after which others get a turn. What comes fast enough is read and parsed without an end to the turn. */
const longestTurn = 10;

function restOf(reader: Reader, begun: Uint8Array[]): ReadableStream<Uint8Array> {
  const measure = createEventMeter();
  let turnBegan = performance.now();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (performance.now() - turnBegan > longestTurn) {
        await nextTurn();
        turnBegan = performance.now();
      }
      const value = begun.shift() ?? (await reader.read()).value;
      if (value === undefined) {
        controller.close();
        return;
      }
      try {
        measure(value);
      } catch (error) {
        void reader.cancel().catch(() => undefined);
        throw error;
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

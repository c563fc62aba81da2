import { createParser } from 'eventsource-parser';

/** Characters of one event; a stream that goes on longer without ending it is not ours. */
const longestEvent = 16 * 1024 * 1024;

/**
 * The `data` of the events of a `text/event-stream`. Throws when nothing at all arrives for `silenceMilliseconds`;
 * comments, which keep a connection alive, count as something but yield nothing. Watches `signal` itself, because one that
 * was given to `fetch` may be collected as garbage while the body is read.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMilliseconds: number,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({ maxBufferSize: longestEvent, onEvent: ({ data }) => void events.push(data) });
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMilliseconds, signal);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinSilence<Value>(
  pending: Promise<Value>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => undefined;
  const silence = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal?.reason as Error);
    };
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    timer = setTimeout(() => {
      reject(new Error(`The event stream was silent for ${milliseconds} ms.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([pending, silence]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

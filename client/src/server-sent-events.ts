import { createParser } from 'eventsource-parser';

/** Characters of one event; a stream that goes on longer without ending it is not ours. */
const longestEvent = 16 * 1024 * 1024;

/**
 * The `data` of the events of a `text/event-stream`. Throws when nothing at all arrives for `silenceMilliseconds`;
 * comments, which keep a connection alive, count as something but yield nothing.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMilliseconds: number,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({ maxBufferSize: longestEvent, onEvent: ({ data }) => void events.push(data) });
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMilliseconds);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinSilence<Value>(pending: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The event stream was silent for ${milliseconds} ms.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([pending, silence]);
  } finally {
    clearTimeout(timer);
  }
}

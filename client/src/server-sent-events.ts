/**
 * Splits a `text/event-stream` into the `data` of its events. Comments, which keep a connection alive, yield nothing.
 * Throws when nothing at all arrives for `silenceMilliseconds`.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMilliseconds: number,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silenceMilliseconds);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
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

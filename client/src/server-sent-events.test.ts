import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readServerSentEvents } from './server-sent-events.ts';

function streamOf(chunks: readonly Uint8Array[], { ends = true } = {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (ends) controller.close();
    },
  });
}

const text =
  'retry: 2000\n\nid: 1\nevent: a\ndata: {"text":"grüße 🎉"}\n\n: still here\n\nid: 2\r\ndata:one\r\ndata: two\r\n\r\n';

it('reads the same events however the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
      const edges = [0, ...cuts.sort((one, other) => one - other), bytes.length];
      const chunks = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
      const events = await Array.fromAsync(readServerSentEvents(streamOf(chunks), 1000));
      expect(events).toEqual(['{"text":"grüße 🎉"}', 'one\ntwo']);
    }),
  );
});

it('does not yield an event that was cut off, and gives up on a silent stream', async () => {
  const cut = streamOf([new TextEncoder().encode('data: half')]);
  expect(await Array.fromAsync(readServerSentEvents(cut, 1000))).toEqual([]);
  const silent = readServerSentEvents(streamOf([], { ends: false }), 5);
  await expect(silent.next()).rejects.toThrow(/silent for 5 ms/);
});

it('ends with its signal, also on a stream that does not', async () => {
  const waiting = new AbortController();
  const next = readServerSentEvents(streamOf([], { ends: false }), 60_000, waiting.signal).next();
  waiting.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
  const late = readServerSentEvents(streamOf([], { ends: false }), 60_000, waiting.signal);
  await expect(late.next()).rejects.toThrow('enough');
});

import type { ModelPatience } from '../models-config.ts';

/**
 * Aborts its signal when a server is silent for too long, before the first byte of its answer or between bytes. It watches
 * raw bytes, so keep-alive lines count, and so do tool calls that the SDK buffers before it passes them on.
 */
export function watchSilence(patience: ModelPatience) {
  const silent = new AbortController();
  let milliseconds = patience.first;
  let timer = startTimer();

  function startTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      silent.abort();
    }, milliseconds);
  }

  function heard(): void {
    clearTimeout(timer);
    milliseconds = patience.between;
    timer = startTimer();
  }

  return {
    signal: silent.signal,
    /** The current limit. */
    get milliseconds() {
      return milliseconds;
    },
    hearing(send: typeof fetch): typeof fetch {
      return async (input, init) => {
        const response = await send(input, init);
        if (!response.ok || response.body === null) return response;
        const listener = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            heard();
            controller.enqueue(chunk);
          },
        });
        const { status, statusText, headers } = response;
        return new Response(response.body.pipeThrough(listener), { status, statusText, headers: [...headers] });
      };
    },
    end() {
      clearTimeout(timer);
    },
  };
}

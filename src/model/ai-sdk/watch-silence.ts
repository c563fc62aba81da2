import type { ModelPatience } from '../models-config.ts';

/**
 * Aborts its signal when a server says nothing for too long: until the first byte of its answer, then from one to the
 * next. Bytes count where they arrive, so that lines which only keep a stream open do as well, and those of a package
 * that gathers a long call of a tool before it passes it on.
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
    /** How long the silence was that is waited for now. */
    get milliseconds() {
      return milliseconds;
    },
    hearing(send: typeof fetch): typeof fetch {
      return async (input, init) => {
        const response = await send(input, init);
        if (!response.ok || response.body === null) return response;
        const ears = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            heard();
            controller.enqueue(chunk);
          },
        });
        const { status, statusText, headers } = response;
        return new Response(response.body.pipeThrough(ears), { status, statusText, headers: [...headers] });
      };
    },
    end() {
      clearTimeout(timer);
    },
  };
}

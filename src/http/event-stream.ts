import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { HttpEnvironment } from './http-environment.ts';
import { accessInterval } from './require-access.ts';

/** Silence after which the beat is sent, in milliseconds, so that proxies keep the connection open. */
const beatInterval = 15_000;

/** Something that grows, such as the log of a job. */
export interface Followed {
  /** Sends what is new. `more`: there is more to send at once; `ended`: there will be no more. */
  send(stream: SSEStreamingApi): Promise<'more' | 'some' | 'nothing' | 'ended'>;
  /** Resolves when there may be something to send, at the latest after two seconds, and when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Streams server-sent events until there are no more, the client leaves or loses access, or the server drains. */
export function streamEvents(
  context: Context,
  {
    followed,
    beat = ': still here\n\n',
    mayStillRead,
    breakOff,
    draining,
    onEnd = () => undefined,
  }: {
    followed: Followed;
    /** An event that keeps the connection open. */
    beat?: string;
    mayStillRead: () => Promise<boolean>;
    breakOff: HttpEnvironment['Variables']['breakOff'];
    draining: AbortSignal;
    /** Called once, however the stream ends. */
    onEnd?: () => void;
  },
): Response {
  context.header('x-accel-buffering', 'no');
  return streamSSE(context, async (stream) => {
    try {
      await follow(stream);
    } catch (fault) {
      breakOff(fault);
    } finally {
      onEnd();
    }
  });

  async function follow(stream: SSEStreamingApi): Promise<void> {
    const gone = new AbortController();
    stream.onAbort(() => {
      gone.abort();
    });
    const stop = AbortSignal.any([gone.signal, draining]);
    let quietSince = performance.now();
    let checkedAt = performance.now();
    // At once, so that the client knows whether anything comes through.
    await stream.write(`retry: 2000\n\n${beat}`);
    while (!stop.aborted) {
      if (performance.now() - checkedAt >= accessInterval) {
        if (!(await mayStillRead())) {
          // The client reconnects, and the new request is refused with the reason.
          await stream.write(': access ended\n\n');
          return;
        }
        checkedAt = performance.now();
      }
      const sent = await followed.send(stream);
      if (sent === 'ended') return;
      if (sent !== 'nothing') quietSince = performance.now();
      if (sent === 'more') continue;
      if (performance.now() - quietSince >= beatInterval) {
        await stream.write(beat);
        quietSince = performance.now();
      }
      await followed.changed(stop);
    }
  }
}

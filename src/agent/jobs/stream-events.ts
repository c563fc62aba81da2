import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { accessInterval } from '../../http/require-access.ts';
import type { JobEvents } from './job-events.ts';

/** Silence after which a comment is sent, in milliseconds, so that proxies keep the connection open. */
const keepAliveInterval = 15_000;
const pageSize = 200;

/**
 * Streams a job's log as server-sent events until the job ends, the client leaves or loses access, or the server drains.
 * The event id is the sequence, so a client that reconnects with `Last-Event-ID` misses nothing and gets nothing twice.
 */
export function streamEvents(
  context: Context<HttpEnvironment>,
  {
    jobId,
    after,
    events,
    hasEnded,
    mayStillRead,
    draining,
  }: {
    jobId: string;
    after: number;
    events: JobEvents;
    hasEnded: () => Promise<boolean>;
    mayStillRead: () => Promise<boolean>;
    draining: AbortSignal;
  },
): Response {
  context.header('x-accel-buffering', 'no');
  return streamSSE(context, async (stream) => {
    try {
      await follow(stream);
    } catch (fault) {
      context.var.breakOff(fault);
    }
  });

  async function follow(stream: SSEStreamingApi): Promise<void> {
    const gone = new AbortController();
    stream.onAbort(() => {
      gone.abort();
    });
    const stop = AbortSignal.any([gone.signal, draining]);
    let last = after;
    let quietSince = performance.now();
    let checkedAt = performance.now();
    await stream.write('retry: 2000\n\n');
    while (!stop.aborted) {
      if (performance.now() - checkedAt >= accessInterval) {
        if (!(await mayStillRead())) {
          // The client reconnects, and the new request is refused with the reason.
          await stream.write(': access ended\n\n');
          return;
        }
        checkedAt = performance.now();
      }
      // Check before reading: otherwise events written between the read and the check would be lost.
      const ended = await hasEnded();
      const page = await events.read({ jobId, after: last, limit: pageSize });
      for (const event of page.events) {
        last = event.sequence;
        await stream.writeSSE({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) });
      }
      if (page.events.length > 0) quietSince = performance.now();
      if (page.hasMore) continue;
      if (ended) return;
      if (performance.now() - quietSince >= keepAliveInterval) {
        await stream.write(': still here\n\n');
        quietSince = performance.now();
      }
      await events.changed(jobId, stop);
    }
  }
}

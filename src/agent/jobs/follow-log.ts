import type { Followed } from '../../http/event-stream.ts';
import type { JobEvents } from './job-events.ts';

const pageSize = 200;

/**
 * Sends the log of a job from the event after `after` on, a page each time; true while there is more. The event id is the
 * sequence, so a client that reconnects with `Last-Event-ID` misses nothing and gets nothing twice.
 */
export function sendLog(events: Pick<JobEvents, 'read'>, { jobId, after }: { jobId: string; after: number }) {
  let last = after;
  return async (stream: Parameters<Followed['send']>[0]): Promise<'more' | 'some' | 'nothing'> => {
    const page = await events.read({ jobId, after: last, limit: pageSize });
    for (const event of page.events) {
      last = event.sequence;
      await stream.writeSSE({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) });
    }
    return page.hasMore ? 'more' : page.events.length > 0 ? 'some' : 'nothing';
  };
}

/** The log of a job until the job has ended. */
export function followLog(
  events: Pick<JobEvents, 'read' | 'changed'>,
  { hasEnded, ...log }: { jobId: string; after: number; hasEnded: () => Promise<boolean> },
): Followed {
  const send = sendLog(events, log);
  return {
    async send(stream) {
      // Check before reading: otherwise events written between the read and the check would be lost.
      const ended = await hasEnded();
      const sent = await send(stream);
      return ended && sent !== 'more' ? 'ended' : sent;
    },
    changed: (signal) => events.changed([log.jobId], signal),
  };
}

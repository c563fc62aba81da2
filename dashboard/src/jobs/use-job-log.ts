import { serverAddress } from '../api/base-path.ts';
import { useEffect, useRef, useState } from 'react';
import type { JobEvent } from './jobs.ts';

const eventTypes: readonly JobEvent['type'][] = [
  'message',
  'phase',
  'plan',
  'text',
  'tool',
  'usage',
  'findings',
  'pull_request',
  'notice',
  'waiting',
  'status',
];

/** Milliseconds after which a refused stream is asked for again; the browser itself retries a broken one. */
const retryDelay = 3000;

export interface JobLog {
  readonly events: readonly JobEvent[];
  /** `lost`: what is shown may be old, and the connection is being made again. */
  readonly connection: 'connecting' | 'live' | 'lost' | 'ended';
  /** When the last event or connection came, in milliseconds; undefined before the first. */
  readonly asOf: number | undefined;
}

/**
 * Follows the log of a job: everything so far, then each event as it happens. Goes on after the last event it has when
 * the connection breaks, and stops when the job has ended.
 */
export function useJobLog({
  projectId,
  jobId,
  isActive,
  onEvents,
}: {
  projectId: string;
  jobId: string;
  isActive: boolean;
  onEvents: (events: readonly JobEvent[]) => void;
}): JobLog {
  const [log, setLog] = useState<JobLog>({ events: [], connection: 'connecting', asOf: undefined });
  const last = useRef(0);
  const notify = useRef(onEvents);
  useEffect(() => {
    notify.current = onEvents;
  });

  useEffect(() => {
    let source: EventSource;
    let waiting: JobEvent[] = [];
    let flushTimer: ReturnType<typeof setTimeout> | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = !isActive;

    // A long log arrives as thousands of events at once; drawing them together keeps the page quick.
    const flush = () => {
      flushTimer = undefined;
      const fresh = waiting;
      waiting = [];
      setLog((before) => ({ ...before, events: [...before.events, ...fresh], asOf: Date.now() }));
      notify.current(fresh);
    };
    const take = (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as JobEvent;
      if (event.sequence <= last.current) return;
      last.current = event.sequence;
      if (event.type === 'status') hasEnded = event.status !== 'active';
      waiting.push(event);
      flushTimer ??= setTimeout(flush, 30);
    };
    const connect = () => {
      source = new EventSource(serverAddress(`/v2/agent/${projectId}/job/${jobId}/events?after=${last.current}`));
      source.onopen = () => {
        // Of a job that has ended there is nothing to wait for: its log is loading.
        setLog((before) => ({ ...before, connection: isActive ? 'live' : 'connecting', asOf: Date.now() }));
      };
      source.onerror = () => {
        if (hasEnded) {
          source.close();
          clearTimeout(flushTimer);
          flush();
          setLog((before) => ({ ...before, connection: 'ended' }));
          return;
        }
        setLog((before) => ({ ...before, connection: 'lost' }));
        if (source.readyState === EventSource.CLOSED) retryTimer = setTimeout(connect, retryDelay);
      };
      for (const type of eventTypes) source.addEventListener(type, take as (event: Event) => void);
    };
    connect();
    return () => {
      clearTimeout(flushTimer);
      clearTimeout(retryTimer);
      source.close();
      if (waiting.length > 0) flush();
    };
  }, [projectId, jobId, isActive]);
  return log;
}

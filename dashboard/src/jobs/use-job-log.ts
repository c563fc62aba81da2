import { useEffect, useMemo, useRef, useState } from 'react';
import { eventsAfter, type JobEvent } from './jobs.ts';
import { useProjectStream, type Connection } from './project-stream.ts';

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

export interface JobLog {
  readonly events: readonly JobEvent[];
  /** What the model is writing now; empty between turns. */
  readonly words: string;
  /** `lost`: what is shown may be old, and the connection is being made again. `polling`: it is at most seconds old. */
  readonly connection: Connection;
  /** When the last event came, in milliseconds; undefined before the first. */
  readonly asOf: number | undefined;
}

/** Follows the log of a job: everything so far, then each event and the words of the model as they come. */
export function useJobLog(projectId: string, jobId: string, isActive: boolean): JobLog {
  const [log, setLog] = useState<Omit<JobLog, 'connection'>>({ events: [], words: '', asOf: undefined });
  const last = useRef(0);
  const waiting = useRef<JobEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reader = useMemo(() => {
    // A long log arrives as thousands of events at once; drawing them together keeps the page quick.
    const flush = () => {
      timer.current = undefined;
      const fresh = waiting.current;
      waiting.current = [];
      // What was said is in the log now.
      const isSaid = fresh.some(({ type }) => type === 'text');
      setLog(({ events, words }) => ({
        events: [...events, ...fresh],
        words: isSaid ? '' : words,
        asOf: Date.now(),
      }));
    };
    const takeEvent = (event: JobEvent) => {
      if (event.sequence <= last.current) return;
      last.current = event.sequence;
      waiting.current.push(event);
      timer.current ??= setTimeout(flush, 30);
    };
    return {
      jobId,
      types: [...eventTypes, 'words'],
      after: () => last.current,
      take(type: string, data: string) {
        if (type !== 'words') {
          takeEvent(JSON.parse(data) as JobEvent);
          return;
        }
        const { from, text } = JSON.parse(data) as { from: number; text: string };
        setLog((before) =>
          from > before.words.length ? before : { ...before, words: before.words.slice(0, from) + text },
        );
      },
      async poll() {
        for await (const event of eventsAfter(projectId, jobId, last.current)) takeEvent(event);
      },
    };
  }, [projectId, jobId]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return { ...log, connection: useProjectStream(projectId, { log: reader, staysHidden: isActive }) };
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverAddress } from '../api/base-path.ts';
import { useSessionEnded } from '../session/session.ts';

/** Milliseconds in which something must come: at first, and between events; the server beats every 15 seconds. */
const patience = { first: 10_000, between: 40_000 };
/** Pauses before another try, in milliseconds, growing from one to the other. */
const pause = { first: 1000, longest: 60_000 };
/** Least milliseconds between two refreshes. */
const refreshInterval = 2000;
/** Milliseconds between two readings while the server has no room for another stream. */
const pollInterval = 5000;

export type Connection = 'connecting' | 'live' | 'polling' | 'lost';

/** What a page shows of one job beside its state. */
export interface LogReader {
  readonly jobId: string;
  /** The last event that is shown. */
  readonly after: () => number;
  readonly take: (type: string, data: string) => void;
  /** Reads on without the stream. */
  readonly poll: () => Promise<void>;
  readonly types: readonly string[];
}

/**
 * The one connection of a page with the server: whatever changes in the project is fetched again at once. Where no stream
 * comes through, everything is fetched again each time that it is tried. A hidden page lets go of its connection, of which
 * browsers have few, unless `staysHidden`.
 */
export function useProjectStream(
  projectId: string,
  { log, staysHidden = false }: { log?: LogReader; staysHidden?: boolean } = {},
): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const isWanted = !useSessionEnded() && (!isHidden || staysHidden);
  const reader = useRef(log);
  useEffect(() => {
    reader.current = log;
  });
  const jobId = log?.jobId;

  useEffect(() => {
    if (!isWanted) return;
    const refresher = createRefresher(client, projectId);
    let source: EventSource;
    let [watchdog, retry] = [0, 0];
    let nextPause = pause.first;
    /** Changes may have been missed. */
    let isStale = false;
    let hasEnded = false;

    const connect = () => {
      let isHeard = false;
      const lose = () => {
        // The browser hides the status, and closes only after an answer that is no stream.
        const isRefused = !isHeard && source.readyState === EventSource.CLOSED;
        source.close();
        clearTimeout(watchdog);
        isStale = true;
        if (!isHeard) {
          refresher.refreshAll();
          void reader.current?.poll().catch(() => undefined);
        }
        void (isRefused ? isWithoutRoom(source.url) : Promise.resolve(false)).then((isFull) => {
          if (hasEnded) return;
          setConnection(isFull ? 'polling' : 'lost');
          retry = window.setTimeout(connect, isFull ? pollInterval : nextPause * (0.5 + Math.random() / 2));
          nextPause = isFull ? pause.first : Math.min(nextPause * 2, pause.longest);
        });
      };
      const expectMore = (milliseconds: number) => {
        clearTimeout(watchdog);
        watchdog = window.setTimeout(lose, milliseconds);
      };
      const query = jobId === undefined ? '' : `?job=${jobId}&after=${reader.current?.after() ?? 0}`;
      source = new EventSource(serverAddress(`/api/dashboard/projects/${projectId}/changes${query}`));
      source.onerror = lose;
      expectMore(patience.first);
      for (const type of ['beat', 'jobs', ...(reader.current?.types ?? [])]) {
        source.addEventListener(type, (event) => {
          const { data } = event as MessageEvent<string>;
          expectMore(patience.between);
          nextPause = pause.first;
          if (!isHeard) setConnection('live');
          isHeard = true;
          if (isStale) refresher.refreshAll();
          isStale = false;
          if (type === 'jobs') refresher.refresh(JSON.parse(data) as Changes);
          else if (type !== 'beat') reader.current?.take(type, data);
          // Its end shows with the last line of its log.
          if (type === 'status' && jobId !== undefined) refresher.refreshJob(jobId);
        });
      }
    };
    connect();
    return () => {
      hasEnded = true;
      source.close();
      clearTimeout(watchdog);
      clearTimeout(retry);
      refresher.end();
    };
  }, [client, projectId, jobId, isWanted]);
  return connection;
}

/** Whether the server refuses streams for their number alone. */
async function isWithoutRoom(address: string): Promise<boolean> {
  const enough = new AbortController();
  try {
    return (await fetch(address, { signal: enough.signal })).status === 429;
  } catch {
    return false;
  } finally {
    enough.abort();
  }
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
  };
}

interface Changes {
  readonly ids: readonly string[];
  readonly pullRequests: boolean;
}

/** Has what changed fetched again where it is shown: the first change at once, those that follow together. */
function createRefresher(client: QueryClient, projectId: string) {
  const due = new Set<string>();
  let [timer, at] = [0, 0];
  const flush = () => {
    timer = 0;
    at = Date.now();
    for (const key of due) void client.invalidateQueries({ queryKey: JSON.parse(key) as string[] });
    due.clear();
  };
  const refreshKeys = (keys: readonly (readonly string[])[]) => {
    for (const key of keys) due.add(JSON.stringify(key));
    const delay = at + refreshInterval - Date.now();
    // Timers of hidden pages may be a minute late.
    if (delay <= 0) flush();
    else timer ||= window.setTimeout(flush, delay);
  };
  return {
    refresh({ ids, pullRequests }: Changes) {
      refreshKeys([
        ['jobs', projectId],
        ['cost', projectId],
        ...ids.flatMap((id) => ['job', 'diff', 'findings'].map((kind) => [kind, projectId, id])),
        ...(pullRequests ? ['pull-requests', 'pull-request'].map((kind) => [kind, projectId]) : []),
      ]);
    },
    refreshJob(id: string) {
      void client.invalidateQueries({ queryKey: ['job', projectId, id] });
    },
    refreshAll() {
      const kinds = ['jobs', 'job', 'diff', 'findings', 'cost', 'pull-requests', 'pull-request'];
      refreshKeys(kinds.map((kind) => [kind, projectId]));
    },
    end() {
      clearTimeout(timer);
    },
  };
}

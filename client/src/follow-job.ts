import type { AgentJob, AgentJobEvent } from './job.ts';
import { DocwrightError } from './errors.ts';
import { isAway, outlast, type Pace } from './outlast.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { wait } from './wait.ts';

export interface FollowOptions {
  /** Called with each event of the log, in order, none twice. */
  readonly onEvent?: (event: AgentJobEvent) => void;
  /** Only events with a larger `sequence`. */
  readonly after?: number;
  /** Called when the server begins to be away; it is asked again for five minutes. */
  readonly onAway?: (error: Error) => void;
}

interface Follow extends FollowOptions {
  readonly signal?: AbortSignal;
  readonly getJob: () => Promise<AgentJob>;
  /** Null when what answers does not stream. */
  readonly openStream: (after: number) => Promise<ReadableStream<Uint8Array> | null>;
  readonly readEvents: (after: number) => AsyncGenerator<AgentJobEvent, void>;
  readonly pace?: Pace;
}

const shortestPollMilliseconds = 10_000;
const longestPollMilliseconds = 30_000;
/** The server sends at least a comment every 15 seconds; after this silence the stream is taken for dead. */
const silenceMilliseconds = 45_000;

/** Streams while that works, polls while it does not, until the job has ended. */
export async function followJob({
  getJob,
  openStream,
  readEvents,
  onEvent,
  onAway,
  after = 0,
  signal,
  pace,
}: Follow): Promise<AgentJob> {
  let last = after;
  let pollMilliseconds = shortestPollMilliseconds;
  const tell = (event: AgentJobEvent) => {
    if (event.sequence <= last) return;
    last = event.sequence;
    onEvent?.(event);
  };
  const lookOnce = async () => {
    const streamed = await followStream(() => openStream(last), tell, signal);
    // The answer to this, and no stream that broke, says whether the server is there.
    if (!streamed) for await (const event of readEvents(last)) tell(event);
    const job = await getJob();
    if (job.status !== 'active') for await (const event of readEvents(last)) tell(event);
    return { streamed, job };
  };
  for (;;) {
    const { streamed, job } = await outlast(lookOnce, { signal, onAway }, pace);
    if (job.status !== 'active') return job;
    pollMilliseconds = streamed ? shortestPollMilliseconds : Math.min(pollMilliseconds * 1.5, longestPollMilliseconds);
    // A stream that ended by itself belonged to a server that is being replaced: another takes over at once.
    await (pace?.wait ?? wait)(streamed ? 1_000 : pollMilliseconds, signal);
  }
}

/** True when the stream was read to its end; false when it broke or never was one. */
async function followStream(
  open: () => Promise<ReadableStream<Uint8Array> | null>,
  tell: (event: AgentJobEvent) => void,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const stream = await open();
    if (stream === null) return false;
    for await (const data of readServerSentEvents(stream, silenceMilliseconds, signal))
      tell(JSON.parse(data) as AgentJobEvent);
    return true;
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    // The server's own refusal is final; a broken connection or odd bytes are not.
    if (error instanceof DocwrightError && !isAway(error)) throw error;
    return false;
  }
}

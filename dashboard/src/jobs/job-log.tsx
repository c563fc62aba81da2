import { Markdown } from '../parts/markdown.tsx';
import { Time } from '../parts/time.tsx';
import { findingsSentence, type FindingsEvent, type JobEvent } from './jobs.ts';
import { PullRequestLink } from './pull-request-link.tsx';
import type { JobLog } from './use-job-log.ts';

type Entry =
  | { readonly key: number; readonly event: Exclude<JobEvent, { type: 'tool' }> }
  | {
      readonly key: number;
      readonly tools: Extract<JobEvent, { type: 'tool' }>[];
    };

/** Tool calls that follow each other become one entry; plan and usage are shown beside the log instead. */
function groupEvents(events: readonly JobEvent[]): Entry[] {
  const entries: Entry[] = [];
  for (const event of events) {
    const previous = entries.at(-1);
    if (event.type === 'plan' || event.type === 'usage') continue;
    // How a round ends is between the agent and its loop; what it says at the end stands above the log.
    if (event.type === 'tool' && (event.tool === 'finish' || event.tool === 'ask')) continue;
    if (event.type !== 'tool') entries.push({ key: event.sequence, event });
    else if (previous !== undefined && 'tools' in previous) previous.tools.push(event);
    else entries.push({ key: event.sequence, tools: [event] });
  }
  return entries;
}

const phases = {
  queued: 'Waiting for a worker',
  preparing: 'Preparing the working copy',
  running: 'The agent is working',
  validating: 'Checking the documentation',
  publishing: 'Publishing',
};

const statuses = {
  active: 'Started',
  completed: 'The job is completed.',
  failed: 'The job has failed.',
  archived: 'The job is archived.',
};

/** Newest at the end. A screen reader hears additions (role `log`). */
export function JobLogView({ log, isActive }: { log: JobLog; isActive: boolean }) {
  const entries = groupEvents(log.events);
  return (
    <section className="card log-space" aria-labelledby="log">
      <h2 id="log" className="visually-hidden">
        Log
      </h2>
      <div role="log" aria-labelledby="log">
        <ol className="job-log">
          {entries.map((entry) =>
            'tools' in entry ? (
              <ToolGroup key={entry.key} tools={entry.tools} />
            ) : (
              <li key={entry.key} className={`entry ${entry.event.type}`}>
                <EventText event={entry.event} />
                <span className="at muted small">
                  <Time at={entry.event.at} as="clock" />
                </span>
              </li>
            ),
          )}
        </ol>
      </div>
      {/* Beside the log, which would have each word read aloud. */}
      {log.words !== '' && (
        <p className="said words" dir="auto">
          {log.words}
        </p>
      )}
      <Connection log={log} isActive={isActive} />
    </section>
  );
}

function EventText({ event }: { event: Exclude<JobEvent, { type: 'tool' }> }) {
  switch (event.type) {
    case 'message':
      return (
        <>
          <p className="prompt" dir="auto">
            {event.text}
          </p>
          {event.attachments !== undefined && (
            <p className="muted small">Attached: {event.attachments.map(({ name }) => name).join(', ')}</p>
          )}
        </>
      );
    case 'phase':
      return <h3>{phases[event.phase]}</h3>;
    case 'text':
      return <Markdown text={event.text} />;
    case 'notice':
      return (
        <p className="notice said" dir="auto">
          {event.text}
        </p>
      );
    case 'waiting':
      return (
        <p className="notice said" dir="auto">
          {event.message} Waiting.
        </p>
      );
    case 'findings':
      return <Findings event={event} />;
    case 'pull_request':
      return (
        <p>
          Pull request {event.state}: <PullRequestLink href={event.url} label={`#${event.number}`} />
        </p>
      );
    case 'status':
      return (
        <p>
          <strong>{statuses[event.status]}</strong>
          {event.failure !== null && <span dir="auto"> {event.failure.message}</span>}
        </p>
      );
    default:
      return null;
  }
}

function Findings({ event }: { event: FindingsEvent }) {
  const { introduced, text } = event;
  const sentence = findingsSentence(event);
  if (text === '') return <p className="notice">{sentence}</p>;
  return (
    <details className={introduced > 0 ? 'notice warn' : 'notice'}>
      <summary>{sentence}</summary>
      <pre className="said">{text}</pre>
    </details>
  );
}

/** The last few calls are open to see; a long run of calls is folded. */
function ToolGroup({ tools }: { tools: Extract<JobEvent, { type: 'tool' }>[] }) {
  const failed = tools.filter((tool) => tool.failed).length;
  const lines = (
    <ul className="tools mono">
      {tools.map((tool) => (
        <li key={tool.sequence} className={tool.failed ? 'failed' : ''} dir="auto">
          {tool.failed && <span className="visually-hidden">failed: </span>}
          {tool.line}
        </li>
      ))}
    </ul>
  );
  if (tools.length <= 8) return <li className="entry">{lines}</li>;
  return (
    <li className="entry">
      <details>
        <summary className="muted small">
          {tools.length} steps{failed > 0 && `, ${failed} failed`}
        </summary>
        {lines}
      </details>
    </li>
  );
}

function Connection({ log: { connection, asOf }, isActive }: { log: JobLog; isActive: boolean }) {
  if (!isActive && (connection === 'live' || connection === 'polling')) return null;
  return (
    <p className={`log-connection small ${connection === 'lost' ? 'notice warn' : 'muted'}`} role="status">
      {connection === 'connecting' && 'Loading the log…'}
      {connection === 'live' && (
        <>
          <span className="pulse" aria-hidden="true" /> Live
        </>
      )}
      {connection === 'polling' && 'Updates every few seconds'}
      {connection === 'lost' && (
        <>
          Connection lost.{' '}
          {asOf === undefined ? (
            'The log may be incomplete'
          ) : (
            <>
              The log was last updated at <Time at={new Date(asOf).toISOString()} as="clock" />
            </>
          )}
          . Reconnecting…
        </>
      )}
    </p>
  );
}

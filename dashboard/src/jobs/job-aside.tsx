import { Link } from '@tanstack/react-router';
import { Explained } from '../parts/explained.tsx';
import { Time } from '../parts/time.tsx';
import type { AgentJob, JobEvent } from './jobs.ts';
import { creatorName } from './creator.tsx';
import { money } from './money.ts';

const number = new Intl.NumberFormat();
const words = { pending: 'to do', in_progress: 'in progress', done: 'done' };

/** Where a repository of this machine lies is nothing to a reader; its pull requests are. */
function Repository({ address }: { address: string }) {
  const projectId = /\/projects\/(prj_\w+)\/pulls$/.exec(address)?.[1];
  if (projectId === undefined) return <a href={address}>{address.replace(/^https?:\/\//, '')}</a>;
  return (
    <Link to="/projects/$projectId/pulls" params={{ projectId }}>
      Stored on this server
    </Link>
  );
}

/** Source, usage and plan beside the log; the plan stands last, since it comes and grows while the job runs. */
export function JobAside({ job, events }: { job: AgentJob; events: readonly JobEvent[] }) {
  const plan = events.findLast((event) => event.type === 'plan');
  return (
    <aside className="stack" aria-label="Job details">
      <dl className="card facts small">
        <dt>Created</dt>
        <dd>
          <Time at={job.createdAt} as="full" />
          {job.createdBy !== null && (
            <>
              , <bdi>{creatorName(job.createdBy)}</bdi>
            </>
          )}
        </dd>
        <dt>Model</dt>
        <dd className="breakable">{job.model}</dd>
        <dt>Repository</dt>
        <dd className="breakable">
          <Repository address={job.source.repository} />
        </dd>
        {job.prLink !== null && job.source.ref !== null && (
          <>
            <dt>Branch</dt>
            <dd className="breakable mono">{job.source.ref}</dd>
          </>
        )}
        <dt>
          <Explained text="Tokens sent to the model (and how many the provider had cached), tokens received, and model calls. The cost uses the server’s price table.">
            Usage
          </Explained>
        </dt>
        <dd>
          {number.format(job.usage.inputTokens)} in
          {job.usage.cachedInputTokens > 0 && ` (${number.format(job.usage.cachedInputTokens)} cached)`},{' '}
          {number.format(job.usage.outputTokens)} out, {number.format(job.usage.modelCalls)}{' '}
          {job.usage.modelCalls === 1 ? 'call' : 'calls'}
        </dd>
        {job.usage.modelCalls > 0 && (
          <>
            <dt>Cost</dt>
            <dd>{job.usage.dollars === null ? 'unknown' : money(job.usage.dollars)}</dd>
          </>
        )}
      </dl>
      {plan?.type === 'plan' && plan.items.length > 0 && (
        <section className="card stack tight" aria-labelledby="plan">
          <h2 id="plan">Plan</h2>
          <ol className="plan small">
            {plan.items.map((item, index) => (
              <li key={index} className={item.status} dir="auto">
                <span className="mark" aria-hidden="true" />
                <span className="visually-hidden">{words[item.status]}: </span>
                {item.text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </aside>
  );
}

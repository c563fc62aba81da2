import { Link } from '@tanstack/react-router';
import { Time } from '../parts/time.tsx';
import { Elapsed } from './elapsed.tsx';
import { Origin } from './creator.tsx';
import { titleOf, type AgentJob } from './jobs.ts';
import { money } from './money.ts';
import { PullRequestLink } from './pull-request-link.tsx';
import { PullRequestState } from './pull-request-state.tsx';
import { StatusBadge } from './status-badge.tsx';

export function JobRow({ projectId, job }: { projectId: string; job: AgentJob }) {
  return (
    <li className="job-row">
      <StatusBadge job={job} />
      <Link
        className="job-title"
        to="/projects/$projectId/jobs/$jobId"
        params={{ projectId, jobId: job.id }}
        dir="auto"
      >
        {titleOf(job)}
      </Link>
      <span className="job-facts muted small">
        <PullRequestLink href={job.review?.url ?? job.prLink} />
        <PullRequestState job={job} />
        <Origin job={job} />
        {job.usage.dollars !== null && job.usage.dollars > 0 && <span>{money(job.usage.dollars)}</span>}
        <span className="job-model">{job.model}</span>
        {job.status === 'active' ? <Elapsed from={job.createdAt} to={undefined} /> : <Time at={job.createdAt} />}
      </span>
    </li>
  );
}

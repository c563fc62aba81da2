import './jobs.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isProblem } from '../api/api-problem.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { Elapsed } from './elapsed.tsx';
import { FollowUpForm } from './follow-up-form.tsx';
import { JobAside } from './job-aside.tsx';
import { JobLogView } from './job-log.tsx';
import { jobQuery, titleOf, useArchiveJob, useMessageJob, type AgentJob, type JobEvent } from './jobs.ts';
import { PullRequestState } from './pull-request-state.tsx';
import { PullRequestLink } from './pull-request-link.tsx';
import { ReviewComments } from './review-comments.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TabState } from './tab-state.tsx';
import { useJobLog } from './use-job-log.ts';

const JobDiff = lazy(() => import('./job-diff.tsx'));

export function JobPage() {
  const { projectId = '', jobId = '' } = useParams({ strict: false });
  const query = useQuery(jobQuery(projectId, jobId));
  if (isProblem(query.error) && query.error.status === 404) return <PageMissing />;
  return (
    <Loaded query={query} rows={8}>
      {(job) => <OneJob key={job.id} projectId={projectId} job={job} />}
    </Loaded>
  );
}

function OneJob({ projectId, job }: { projectId: string; job: AgentJob }) {
  const { tab, view } = useSearch({ strict: false });
  const mayWrite = useMember().role !== 'viewer';
  const log = useJobLog(projectId, job.id, job.status === 'active');
  const step = job.status === 'active' ? stepOf(log.events) : undefined;
  // Of the last round: a follow-up begins a new one.
  const started = log.events.findLast(({ type }) => type === 'message')?.at;
  const ended = job.status === 'active' ? undefined : log.events.findLast(({ type }) => type === 'status')?.at;
  const title = step === undefined ? titleOf(job) : `${step.number}/${step.count} ${step.text} · ${titleOf(job)}`;
  return (
    <Page
      title={title}
      heading={titleOf(job)}
      actions={<JobActions projectId={projectId} job={job} mayWrite={mayWrite} />}
    >
      <div className="stack">
        <div className="row">
          <StatusBadge job={job} />
          {step !== undefined && (
            <span className="breakable" dir="auto">
              Step {step.number} of {step.count}: {step.text}
            </span>
          )}
          {started !== undefined && (
            <span className="muted">
              <Elapsed from={started} to={ended} />
            </span>
          )}
          <PullRequestLink href={job.review?.url ?? job.prLink} />
          <PullRequestState job={job} />
          <TabState job={job} title={title} started={started} />
        </div>
        {job.waiting !== null && (
          <div className="notice warn stack tight" role="status">
            <strong dir="auto">{job.waiting.message}</strong>
            <p>
              Waiting since <Time at={job.waiting.since} as="clock" />. Next try at{' '}
              <Time at={job.waiting.until} as="clock" />. Waiting costs nothing, and no work is lost.
            </p>
          </div>
        )}
        {job.failure !== null && (
          <div className="notice bad stack tight" role="alert">
            <strong dir="auto">{job.failure.message}</strong>
            <p dir="auto">{job.failure.remedy}</p>
            {mayWrite && job.status === 'failed' && job.review === null && (
              <Retry projectId={projectId} jobId={job.id} />
            )}
          </div>
        )}
        {job.summary !== null && (
          <section
            className={job.needsAnswer ? 'notice warn stack tight' : 'card stack tight'}
            aria-labelledby="summary"
          >
            <h2 id="summary">{job.needsAnswer ? 'The agent has a question' : 'What the agent did'}</h2>
            <Markdown text={job.summary} />
          </section>
        )}
        {job.review !== null && <ReviewComments review={job.review} />}
        {mayWrite && job.needsAnswer && <FollowUpForm projectId={projectId} job={job} />}
        {job.review === null && (
          <nav className="tabs" aria-label="Job views">
            <Link
              to="/projects/$projectId/jobs/$jobId"
              params={{ projectId, jobId: job.id }}
              search={{}}
              activeOptions={{ exact: true }}
            >
              Log
            </Link>
            <Link
              to="/projects/$projectId/jobs/$jobId"
              params={{ projectId, jobId: job.id }}
              search={{ tab: 'changes', ...(view === undefined ? {} : { view }) }}
              activeOptions={{ exact: true }}
            >
              Changes
            </Link>
          </nav>
        )}
        {tab === 'changes' ? (
          <Suspense fallback={<Skeleton rows={6} />}>
            <JobDiff projectId={projectId} job={job} view={view ?? 'unified'} />
          </Suspense>
        ) : (
          <div className="job-columns">
            <div className="stack">
              <JobLogView log={log} isActive={job.status === 'active'} />
              {/* After the first lines of the log, so that it is not pushed down by them. */}
              {mayWrite &&
                job.review === null &&
                job.status !== 'archived' &&
                !job.needsAnswer &&
                log.events.length > 0 && <FollowUpForm projectId={projectId} job={job} />}
            </div>
            <JobAside job={job} events={log.events} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** What the agent does now, by its plan. */
function stepOf(events: readonly JobEvent[]): { number: number; count: number; text: string } | undefined {
  const plan = events.findLast((event) => event.type === 'plan');
  if (plan?.type !== 'plan') return undefined;
  const index = plan.items.findIndex(({ status }) => status === 'in_progress');
  const item = plan.items[index];
  return item && { number: index + 1, count: plan.items.length, text: item.text };
}

function Retry({ projectId, jobId }: { projectId: string; jobId: string }) {
  const send = useMessageJob(projectId, jobId);
  return (
    <>
      <div>
        <button
          type="button"
          className="button small"
          aria-disabled={send.isPending}
          onClick={() => {
            if (send.isPending) return;
            send.mutate(() => Promise.resolve({ prompt: 'Try again.' }));
          }}
        >
          {send.isPending ? 'Retrying…' : 'Retry'}
        </button>
      </div>
      <Problem error={send.error} />
    </>
  );
}

function JobActions({ projectId, job, mayWrite }: { projectId: string; job: AgentJob; mayWrite: boolean }) {
  const archive = useArchiveJob(projectId, job.id);
  const [isAsking, setAsking] = useState(false);
  if (!mayWrite || job.status === 'archived') return null;
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setAsking(true);
        }}
      >
        {job.status === 'active' ? 'Stop and archive' : 'Archive'}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={job.status === 'active' ? 'Stop and archive this job?' : 'Archive this job?'}
          text="An archived job stays readable but accepts no messages. Its pull request does not change."
          action="Archive"
          pending={archive.isPending}
          error={archive.error}
          onConfirm={() => {
            archive.mutate(undefined, {
              onSuccess: () => {
                setAsking(false);
              },
            });
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

import './jobs.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Empty } from '../parts/empty.tsx';
import { ListSearch, matches } from '../parts/list-search.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { useProjectId } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { JobRow } from './job-row.tsx';
import { jobsQuery, titleOf } from './jobs.ts';
import { jobStatuses, readJobsSearch } from './jobs-search.ts';
import { NewJobForm } from './new-job-form.tsx';
import { useProjectStream } from './project-stream.ts';
import { redirectPrompt } from './redirect-prompt.ts';

/** A tab is the present one only with the very same filter. */
const exactly = { exact: true };

export function JobsPage() {
  const projectId = useProjectId();
  useProjectStream(projectId);
  const { status, reviews = false, ...missed } = readJobsSearch(useSearch({ strict: false }));
  const suggested = redirectPrompt(missed);
  const mayWrite = useMember().role !== 'viewer';
  const list = useInfiniteQuery(
    jobsQuery(projectId, { ...(status === undefined ? {} : { status }), kind: reviews ? 'review' : 'change' }),
  );
  const all = list.data?.pages.flatMap((page) => page.jobs);
  const [search, setSearch] = useState('');
  const jobs = all?.filter((job) => matches(search, [titleOf(job), job.prompt, job.model, job.prLink]));
  return (
    <Page title="Jobs">
      <div className="stack">
        {mayWrite && <NewJobForm key={`${projectId} ${suggested}`} projectId={projectId} suggested={suggested} />}
        <div className="row apart">
          <nav className="tabs" aria-label="Show jobs">
            <Link to="/projects/$projectId/jobs" params={{ projectId }} search={{}} activeOptions={exactly}>
              All
            </Link>
            {jobStatuses.map((option) => (
              <Link
                key={option}
                to="/projects/$projectId/jobs"
                params={{ projectId }}
                search={{ status: option }}
                activeOptions={exactly}
              >
                {option.charAt(0).toUpperCase() + option.slice(1)}
              </Link>
            ))}
            <Link
              to="/projects/$projectId/jobs"
              params={{ projectId }}
              search={{ reviews: true }}
              activeOptions={exactly}
            >
              Reviews
            </Link>
          </nav>
          <ListSearch label="Search the jobs below" value={search} onChange={setSearch} />
        </div>
        <Problem error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Skeleton rows={5} />}
        {all?.length === 0 && (
          <div className="card">
            <Empty title={reviews ? 'No review yet' : status === undefined ? 'No job yet' : `No ${status} job`}>
              {reviews
                ? 'Reviews of pull requests that people opened appear here, with their comments and cost.'
                : status === undefined
                  ? 'Describe above what should change in the docs. The agent works in the background and opens a pull request.'
                  : 'Jobs with this status appear here.'}
            </Empty>
          </div>
        )}
        {all !== undefined && all.length > 0 && jobs?.length === 0 && (
          <p className="card muted">No job below matches{list.hasNextPage && '. Show older jobs to search further'}.</p>
        )}
        {jobs !== undefined && jobs.length > 0 && (
          <div className="card flush">
            <ul className="rows" aria-label="Jobs">
              {jobs.map((job) => (
                <JobRow key={job.id} projectId={projectId} job={job} />
              ))}
            </ul>
          </div>
        )}
        {list.hasNextPage && (
          <div>
            <button
              type="button"
              className="button"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? 'Loading…' : 'Show older jobs'}
            </button>
          </div>
        )}
      </div>
    </Page>
  );
}

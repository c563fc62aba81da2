import './jobs.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { useProjectId } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { JobRow } from './job-row.tsx';
import { JobFilters } from './job-filters.tsx';
import { jobsQuery } from './jobs.ts';
import { jobStatuses, readJobFilter, readJobsSearch } from './jobs-search.ts';
import { NewJobForm } from './new-job-form.tsx';
import { useProjectStream } from './project-stream.ts';
import { redirectPrompt } from './redirect-prompt.ts';

/** A tab is the present one only with the very same filter. */
const exactly = { exact: true };

export function JobsPage() {
  const projectId = useProjectId();
  return <ProjectJobs key={projectId} projectId={projectId} />;
}

function ProjectJobs({ projectId }: { projectId: string }) {
  useProjectStream(projectId);
  const search = useSearch({ strict: false });
  const { reviews = false, ...missed } = readJobsSearch(search);
  const filter = readJobFilter(search);
  const { status, ...others } = filter;
  const suggested = redirectPrompt(missed);
  const mayWrite = useMember().role !== 'viewer';
  const list = useInfiniteQuery(jobsQuery(projectId, { ...filter, kind: reviews ? 'review' : 'change' }));
  const jobs = list.data?.pages.flatMap((page) => page.jobs);
  const isNarrowed = Object.keys(others).length > 0;
  return (
    <Page title="Jobs">
      <div className="stack">
        {mayWrite && <NewJobForm key={suggested} projectId={projectId} suggested={suggested} />}
        <div className="row apart">
          <nav className="tabs" aria-label="Show jobs">
            <Link to="/projects/$projectId/jobs" params={{ projectId }} search={others} activeOptions={exactly}>
              All
            </Link>
            {jobStatuses.map((option) => (
              <Link
                key={option}
                to="/projects/$projectId/jobs"
                params={{ projectId }}
                search={{ ...others, status: option }}
                activeOptions={exactly}
              >
                {option.charAt(0).toUpperCase() + option.slice(1)}
              </Link>
            ))}
            <Link
              to="/projects/$projectId/jobs"
              params={{ projectId }}
              search={{ ...others, reviews: true }}
              activeOptions={exactly}
            >
              Reviews
            </Link>
          </nav>
        </div>
        <JobFilters projectId={projectId} filter={filter} />
        <Problem error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Skeleton rows={5} />}
        {jobs?.length === 0 && isNarrowed && (
          <p className="card muted">{list.hasNextPage ? 'No match in the latest jobs.' : 'No jobs match.'}</p>
        )}
        {jobs?.length === 0 && !isNarrowed && (
          <div className="card">
            <Empty title={reviews ? 'No reviews yet' : status === undefined ? 'No jobs yet' : `No ${status} jobs`}>
              {reviews
                ? 'Reviews of people’s pull requests appear here, with their comments and cost.'
                : status === undefined
                  ? 'Describe above what should change in the docs. The agent works in the background and opens a pull request.'
                  : 'Jobs with this status appear here.'}
            </Empty>
          </div>
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
              aria-disabled={list.isFetchingNextPage}
              onClick={() => {
                if (!list.isFetchingNextPage) void list.fetchNextPage();
              }}
            >
              {list.isFetchingNextPage
                ? 'Loading…'
                : filter.search === undefined
                  ? 'Show older jobs'
                  : 'Search older jobs'}
            </button>
          </div>
        )}
      </div>
    </Page>
  );
}

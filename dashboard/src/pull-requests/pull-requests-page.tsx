import '../jobs/jobs.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Origin } from '../jobs/creator.tsx';
import { money } from '../jobs/money.ts';
import { useProjectStream } from '../jobs/project-stream.ts';
import { Empty } from '../parts/empty.tsx';
import { ListSearch, matches } from '../parts/list-search.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { useProjectId } from '../projects/projects.ts';
import { PullRequestBadge } from './pull-request-badge.tsx';
import { pullRequestsQuery, type PullRequest } from './pull-requests.ts';

/** What the agent proposes, wherever the repository is kept. */
export function PullRequestsPage() {
  const projectId = useProjectId();
  useProjectStream(projectId);
  const query = useQuery(pullRequestsQuery(projectId));
  const [search, setSearch] = useState('');
  return (
    <Page
      title="Pull requests"
      actions={<ListSearch label="Search pull requests" value={search} onChange={setSearch} />}
    >
      <Loaded query={query} rows={5}>
        {({ pullRequests: all }) => {
          const pullRequests = all.filter(({ number, title, headBranch, job }) =>
            matches(search, [`#${number}`, title, headBranch, job?.prompt ?? null, job?.createdBy?.name ?? null]),
          );
          const open = pullRequests.filter(({ state }) => state === 'open');
          const decided = pullRequests.filter(({ state }) => state !== 'open');
          if (all.length === 0) {
            return (
              <div className="card">
                <Empty
                  title="No pull requests yet"
                  actions={
                    <Link to="/projects/$projectId/jobs" params={{ projectId }} className="button">
                      Start a job
                    </Link>
                  }
                >
                  Each job that changes the docs opens one.
                </Empty>
              </div>
            );
          }
          return (
            <div className="stack wide">
              <List
                title="Open"
                projectId={projectId}
                pullRequests={open}
                none={search === '' ? 'No pull requests to review.' : 'No open pull requests match.'}
              />
              {decided.length > 0 && (
                <List title="Merged and closed" projectId={projectId} pullRequests={decided} none="" />
              )}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function List({
  title,
  projectId,
  pullRequests,
  none,
}: {
  title: string;
  projectId: string;
  pullRequests: readonly PullRequest[];
  none: string;
}) {
  return (
    <section className="stack tight" aria-label={title}>
      <h2>
        {title} <span className="muted">{pullRequests.length}</span>
      </h2>
      {pullRequests.length === 0 ? (
        <p className="card muted">{none}</p>
      ) : (
        <ul className="card flush rows">
          {pullRequests.map(({ number, title: name, headBranch, state, draft, updatedAt, job }) => (
            <li key={number} className="row">
              <PullRequestBadge state={state} draft={draft} />
              <div className="grow">
                <Link
                  to="/projects/$projectId/pulls/$number"
                  params={{ projectId, number: String(number) }}
                  className="breakable"
                >
                  <bdi>{name}</bdi>
                </Link>
                {job !== null && job.prompt !== name && (
                  <p className="small one-line" dir="auto">
                    {job.prompt}
                  </p>
                )}
                <p className="muted small breakable job-facts">
                  <span>
                    #{number} from <code>{headBranch}</code>
                  </span>
                  <Time at={updatedAt} />
                  {job !== null && <Origin job={job} />}
                  {job?.dollars != null && job.dollars > 0 && <span>{money(job.dollars)}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

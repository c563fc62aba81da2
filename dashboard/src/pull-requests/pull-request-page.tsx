import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { isProblem } from '../api/api-problem.ts';
import { useLineComments } from '../diff/line-comments.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { revealHidden } from '../diff/reveal-hidden.ts';
import { commentRefusal, DiffComments } from '../jobs/diff-comments.tsx';
import { jobQuery } from '../jobs/jobs.ts';
import { useProjectStream } from '../jobs/project-stream.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { Markdown, useMarkdown } from '../parts/markdown.tsx';
import { Page } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { Checks } from './checks.tsx';
import { Commits } from './commits.tsx';
import { Decision } from './decision.tsx';
import { PullRequestBadge } from './pull-request-badge.tsx';
import { plainDiffOf, pullRequestDiffQuery, pullRequestQuery, type PullRequestDetails } from './pull-requests.ts';

/** A change as a reviewer reads it: why, by which job, its commits and files; the same for every code host. */
export function PullRequestPage() {
  const { projectId = '', number = '' } = useParams({ strict: false });
  useProjectStream(projectId);
  const query = useQuery(pullRequestQuery(projectId, number));
  if (isProblem(query.error) && (query.error.status === 404 || query.error.status === 400)) return <PageMissing />;
  return (
    <Loaded query={query} rows={8}>
      {({ pullRequest }) => <OnePullRequest projectId={projectId} pullRequest={pullRequest} />}
    </Loaded>
  );
}

function OnePullRequest({ projectId, pullRequest }: { projectId: string; pullRequest: PullRequestDetails }) {
  const { number, state, draft, headBranch, baseBranch, createdAt, jobId, url, body, decidedHere } = pullRequest;
  const title = revealHidden(pullRequest.title);
  const diff = useQuery(pullRequestDiffQuery(useQueryClient(), projectId, pullRequest));
  // What stands below the description waits for it, so that nothing moves.
  const isRead = useMarkdown(body) !== undefined;
  if (!isRead) return <Skeleton rows={8} />;
  return (
    <Page
      title={`${title} · #${number}`}
      heading={
        <>
          <bdi>{title}</bdi> <span className="muted">#{number}</span>
        </>
      }
    >
      <div className="stack">
        <div className="row">
          <PullRequestBadge state={state} draft={draft} />
          <span className="breakable">
            <code>{headBranch}</code> into <code>{baseBranch}</code>
          </span>
          <span className="muted">
            opened <Time at={createdAt} />
          </span>
          {jobId !== null && (
            <Link to="/projects/$projectId/jobs/$jobId" params={{ projectId, jobId }}>
              Open the job
            </Link>
          )}
          {!decidedHere && /^https?:\/\//.test(url) && (
            <a href={url} target="_blank" rel="noreferrer">
              Open on {new URL(url).host}
            </a>
          )}
        </div>
        <section className="card" aria-labelledby="description">
          <h2 id="description" className="visually-hidden">
            Description
          </h2>
          {body.trim() === '' ? <p className="muted">No description.</p> : <Markdown text={body} />}
        </section>
        {state === 'open' && !decidedHere && <Checks projectId={projectId} number={number} />}
        {decidedHere && <Decision projectId={projectId} pullRequest={pullRequest} />}
        <Commits commits={pullRequest.commits} />
        <section className="stack" aria-labelledby="changes">
          <h2 id="changes">Changes</h2>
          <Loaded query={diff} rows={6}>
            {({ diff: read }) => <Changes projectId={projectId} number={number} jobId={jobId} read={read} />}
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

function Changes({
  projectId,
  number,
  jobId,
  read,
}: {
  projectId: string;
  number: number;
  jobId: string | null;
  read: Parameters<typeof DiffView>[0]['diff'];
}) {
  const { view } = useSearch({ strict: false });
  const mayWrite = useMember().role !== 'viewer';
  const changeId = jobId ?? `${projectId}/${number}`;
  const comments = useLineComments(changeId);
  const job = useQuery({ ...jobQuery(projectId, jobId ?? ''), enabled: mayWrite && jobId !== null }).data;
  const refusal = jobId === null ? commentRefusal(null) : job && commentRefusal(job);
  const commented = job !== undefined && refusal === undefined ? job : undefined;
  if (read.files.length === 0 && !read.isCut) {
    return (
      <div className="card">
        <Empty title="No changes">No file differs from the base branch.</Empty>
      </div>
    );
  }
  return (
    <>
      {mayWrite && refusal !== undefined && <p className="muted small">{refusal}</p>}
      <DiffView
        changeId={changeId}
        comments={commented && comments}
        diff={read}
        plainDiff={plainDiffOf(projectId, number)}
        view={view ?? 'unified'}
        layouts={(['unified', 'split'] as const).map((option) => (
          <Link
            key={option}
            to="/projects/$projectId/pulls/$number"
            params={{ projectId, number: String(number) }}
            search={option === 'split' ? { view: option } : {}}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
          >
            {option === 'unified' ? 'Unified' : 'Side by side'}
          </Link>
        ))}
      />
      {commented !== undefined && <DiffComments projectId={projectId} job={commented} comments={comments} />}
    </>
  );
}

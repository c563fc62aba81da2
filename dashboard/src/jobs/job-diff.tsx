import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLineComments } from '../diff/line-comments.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useMember } from '../session/session.ts';
import { commentRefusal, DiffComments } from './diff-comments.tsx';
import { diffQuery, plainDiffOf, type AgentJob } from './jobs.ts';

/** What the agent changed so far; loaded only when it is looked at. */
export default function JobDiff({
  projectId,
  job,
  view,
}: {
  projectId: string;
  job: AgentJob;
  view: 'unified' | 'split';
}) {
  const query = useQuery(diffQuery(useQueryClient(), projectId, job));
  const comments = useLineComments(job.id);
  const mayWrite = useMember().role !== 'viewer';
  const refusal = commentRefusal(job);
  return (
    <Loaded query={query} rows={6}>
      {({ diff }) => {
        if (diff.files.length === 0 && !diff.isCut) {
          return (
            <div className="card">
              <Empty title="No changes">
                {job.status === 'active'
                  ? 'Changes appear here as the agent makes them.'
                  : 'The agent finished without changing a file. Its message above says why.'}
              </Empty>
            </div>
          );
        }
        return (
          <div className="stack">
            {mayWrite && refusal !== undefined && <p className="muted small">{refusal}</p>}
            <DiffView
              changeId={job.id}
              comments={mayWrite && refusal === undefined ? comments : undefined}
              diff={diff}
              plainDiff={plainDiffOf(projectId, job.id)}
              view={view}
              layouts={(['unified', 'split'] as const).map((option) => (
                <Link
                  key={option}
                  to="/projects/$projectId/jobs/$jobId"
                  params={{ projectId, jobId: job.id }}
                  search={{ tab: 'changes', ...(option === 'split' ? { view: option } : {}) }}
                  replace
                  resetScroll={false}
                  activeOptions={{ exact: true }}
                >
                  {option === 'unified' ? 'Unified' : 'Side by side'}
                </Link>
              ))}
            />
            {mayWrite && refusal === undefined && <DiffComments projectId={projectId} job={job} comments={comments} />}
          </div>
        );
      }}
    </Loaded>
  );
}

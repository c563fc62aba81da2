import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DiffView } from '../diff/diff-view.tsx';
import { parseDiff } from '../diff/parse-diff.ts';
import { useHasRoom } from '../diff/use-has-room.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { diffQuery, type AgentJob } from './jobs.ts';

/** What the agent changed so far; loaded only when it is looked at, with the code that colours it. */
export default function JobDiff({
  projectId,
  job,
  view,
}: {
  projectId: string;
  job: AgentJob;
  view: 'unified' | 'split';
}) {
  const query = useQuery(diffQuery(projectId, job));
  const hasRoom = useHasRoom();
  return (
    <Loaded query={query} rows={6}>
      {(text) => {
        const files = parseDiff(text);
        if (files.length === 0) {
          return (
            <div className="card">
              <Empty title="Nothing is changed">
                {job.status === 'active'
                  ? 'Changes appear here as soon as the agent makes them.'
                  : 'The agent ended without changing a file; its words above say why.'}
              </Empty>
            </div>
          );
        }
        return (
          <div className="stack">
            {hasRoom && (
              <div className="tabs" role="group" aria-label="Layout of the changes">
                {(['unified', 'split'] as const).map((option) => (
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
              </div>
            )}
            <DiffView files={files} view={hasRoom ? view : 'unified'} />
          </div>
        );
      }}
    </Loaded>
  );
}

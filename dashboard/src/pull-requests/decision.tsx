import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { useMember } from '../session/session.ts';
import { useDecide, type PullRequestAction, type PullRequestDetails } from './pull-requests.ts';

/** Merging, closing and reopening, where the code host has no page for it. Viewers see how it stands. */
export function Decision({ projectId, pullRequest }: { projectId: string; pullRequest: PullRequestDetails }) {
  const { number, state, draft, baseBranch, headSha, updatedAt } = pullRequest;
  const mayDecide = useMember().role !== 'viewer';
  const decide = useDecide(projectId, number);
  const button = (action: PullRequestAction, label: string, look: string) => (
    <button
      type="button"
      className={`button ${look}`}
      disabled={decide.isPending}
      onClick={() => {
        decide.mutate({ action, seenHead: headSha });
      }}
    >
      {label}
    </button>
  );
  return (
    <section className="card stack tight" aria-label="Decision">
      <div className="row apart">
        <p className="grow" role="status">
          {state === 'merged' && (
            <>
              Merged into <code>{baseBranch}</code> <Time at={updatedAt} />.
            </>
          )}
          {state === 'closed' && (
            <>
              Closed without merging <Time at={updatedAt} />.
            </>
          )}
          {state === 'open' && (
            <>
              {draft && 'This is a draft. The description says what is unfinished. '}
              Merging adds these changes to <code>{baseBranch}</code>.
            </>
          )}
        </p>
        {mayDecide && state === 'open' && (
          <div className="row">
            {button('merge', 'Merge', 'primary')}
            {button('close', 'Close', '')}
          </div>
        )}
        {mayDecide && state === 'closed' && button('reopen', 'Reopen', '')}
      </div>
      <Problem error={decide.error} />
    </section>
  );
}

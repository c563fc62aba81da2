import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findingsQuery, findingsSentence } from '../jobs/jobs.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { useMember } from '../session/session.ts';
import { Checks } from './checks.tsx';
import { checksQuery, useDecide, type PullRequestAction, type PullRequestDetails } from './pull-requests.ts';

/** Merging, closing and reopening, where the code host has no page for it. Viewers see how it stands. */
export function Decision({ projectId, pullRequest }: { projectId: string; pullRequest: PullRequestDetails }) {
  const { number, state, draft, baseBranch, headSha, updatedAt } = pullRequest;
  const mayDecide = useMember().role !== 'viewer';
  const decide = useDecide(projectId, number);
  const [isAsking, setAsking] = useState(false);
  const button = (action: Exclude<PullRequestAction, 'merge'>, label: string) => (
    <button
      type="button"
      className="button"
      aria-disabled={decide.isPending}
      onClick={() => {
        if (decide.isPending) return;
        decide.mutate({ action, seenHead: headSha });
      }}
    >
      {label}
    </button>
  );
  return (
    <section className="card stack tight" aria-label="Decision" tabIndex={-1}>
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
              {draft && 'This is a draft: the description says what is unfinished. '}
              Merging adds these changes to <code>{baseBranch}</code>.
            </>
          )}
        </p>
        {mayDecide && state === 'open' && (
          <div className="row">
            <button
              type="button"
              className="button primary"
              onClick={() => {
                setAsking(true);
              }}
            >
              Merge…
            </button>
            {button('close', 'Close')}
          </div>
        )}
        {mayDecide && state === 'closed' && button('reopen', 'Reopen')}
      </div>
      {isAsking ? (
        <MergeDialog
          projectId={projectId}
          pullRequest={pullRequest}
          decide={decide}
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : (
        <Problem error={decide.error} />
      )}
    </section>
  );
}

/** Asks once, beside what the checks found in the change. */
function MergeDialog({
  projectId,
  pullRequest: { number, jobId, baseBranch, headSha, commits },
  decide,
  onClose,
}: {
  projectId: string;
  pullRequest: PullRequestDetails;
  decide: ReturnType<typeof useDecide>;
  onClose: () => void;
}) {
  const checks = useQuery({ ...findingsQuery(projectId, jobId ?? ''), enabled: jobId !== null });
  const hostChecks = useQuery(checksQuery(projectId, number)).data?.checks ?? [];
  const failedCount = hostChecks.filter(({ state }) => state === 'failed').length;
  const commitCount = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  const found =
    checks.data === undefined
      ? jobId === null || checks.isError
        ? 'The result of the documentation check is unknown.'
        : 'Reading the result of the documentation check…'
      : checks.data === null
        ? 'The documentation was not checked.'
        : findingsSentence(checks.data);
  return (
    <ConfirmDialog
      title={`Merge into ${baseBranch}?`}
      text={`${commitCount} will be added to ${baseBranch}. ${found}`}
      action="Merge"
      look="primary"
      pending={decide.isPending}
      isBlocked={failedCount > 0}
      error={decide.error}
      onConfirm={() => {
        decide.mutate({ action: 'merge', seenHead: headSha }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Checks projectId={projectId} number={number} />
      {failedCount > 0 && (
        <p role="status">
          {failedCount === 1 ? 'A check fails' : `${failedCount} checks fail`}, so this cannot be merged here. Send the
          job a message to have it repaired.
        </p>
      )}
    </ConfirmDialog>
  );
}

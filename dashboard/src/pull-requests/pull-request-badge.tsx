import type { PullRequest } from './pull-requests.ts';

const looks = { open: 'good', merged: 'accent', closed: 'bad' } as const;

export function PullRequestBadge({ state, draft }: Pick<PullRequest, 'state' | 'draft'>) {
  if (state === 'open' && draft) return <span className="badge">draft</span>;
  return <span className={`badge ${looks[state]}`}>{state}</span>;
}

import type { PullRequestDetails } from '../../codehost/code-host.ts';
import { NotPullRequestUrl, PullRequestElsewhere } from './errors.ts';

/** The number in the URL of a pull request, as code hosts write it. Throws `NotPullRequestUrl`, `PullRequestElsewhere`. */
export function pullRequestNumber(url: string, repositoryUrl: string): number {
  const [address = ''] = /^https?:\/\/\S+$/i.exec(url.trim())?.[0].split(/[?#]/) ?? [];
  const found = /(?:\/-)?\/(?:pulls?|merge_requests)\/([1-9]\d{0,8})(?:\/|$)/i.exec(address);
  if (found === null) throw new NotPullRequestUrl(url);
  if (address.slice(0, found.index).toLowerCase() !== repositoryUrl.toLowerCase())
    throw new PullRequestElsewhere(url, repositoryUrl);
  return Number(found[1]);
}

/** Why a pull request is not reviewed, as the end of a sentence about it. */
export function whyNotReviewed({
  state,
  draft,
  headBranch,
  body,
}: Pick<PullRequestDetails, 'state' | 'draft' | 'headBranch' | 'body'>): string | undefined {
  if (state !== 'open') return `is ${state}`;
  if (draft) return 'is a draft';
  return /^docwright[/-]/.test(headBranch) || body.includes('<!-- docwright:job ')
    ? 'was opened by Docwright itself'
    : undefined;
}

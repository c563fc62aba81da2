import { z } from 'zod';
import { MergeRefused } from '../errors.ts';
import {
  authorAnswer,
  labelAnswer,
  labelsAnswer,
  mergedAnswer,
  mergeMethodsAnswer,
  pullAnswer,
} from './github-answers.ts';
import { readRefusal } from './github-review.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

interface Asked {
  readonly number: number;
  readonly signal: AbortSignal;
}

/** By the first method that the repository allows: a merge commit, a squash, a rebase. */
export async function mergeGithubPull(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, head, signal }: Asked & { head: string },
): Promise<void> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: false, action: 'merge pull requests' };
  try {
    const { data: allows } = await requests.send(
      (octokit) => octokit.rest.repos.get({ owner, repo }),
      mergeMethodsAnswer,
      { ...sending, isRead: true },
    );
    const method =
      allows.allow_merge_commit !== false ? 'merge' : allows.allow_squash_merge === true ? 'squash' : 'rebase';
    await requests.send(
      (octokit) => octokit.rest.pulls.merge({ owner, repo, pull_number: number, sha: head, merge_method: method }),
      mergedAnswer,
      sending,
    );
  } catch (error) {
    if (error instanceof GithubRefusal && error.status !== 404) throw new MergeRefused(number, error.said);
    throw readRefusal(error, number);
  }
}

export async function closeGithubPull(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, signal }: Asked,
): Promise<void> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'close pull requests' };
  try {
    await requests.send(
      (octokit) => octokit.rest.pulls.update({ owner, repo, pull_number: number, state: 'closed' }),
      pullAnswer,
      sending,
    );
  } catch (error) {
    throw readRefusal(error, number);
  }
}

/** GitHub would create missing labels, and refuse all reviewers because of one. */
export async function addGithubDetails(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { number, labels, reviewers, signal }: Asked & { labels: readonly string[]; reviewers: readonly string[] },
): Promise<string[]> {
  const target = { owner, repo };
  const sending = (action: string) => ({ signal, repository: `${owner}/${repo}`, isRead: true, action });
  const leftOut: string[] = [];
  const unlessRefused = async <T>(asked: Promise<T>, why: string): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof GithubRefusal)) throw error;
      leftOut.push(why);
      return undefined;
    }
  };
  const { data: pull } = await requests
    .send(
      (octokit) => octokit.rest.pulls.get({ ...target, pull_number: number }),
      authorAnswer,
      sending('read pull requests'),
    )
    .catch((error: unknown) => {
      throw readRefusal(error, number);
    });
  const existing: string[] = [];
  for (const name of labels) {
    const asked = requests.send(
      (octokit) => octokit.rest.issues.getLabel({ ...target, name }),
      labelAnswer,
      sending('read labels'),
    );
    if ((await unlessRefused(asked, `The repository has no label ${JSON.stringify(name)}.`)) !== undefined)
      existing.push(name);
  }
  if (existing.length > 0) {
    const asked = requests.send(
      (octokit) => octokit.rest.issues.addLabels({ ...target, issue_number: number, labels: existing }),
      labelsAnswer,
      sending('add labels'),
    );
    await unlessRefused(asked, 'The code host refused the labels.');
  }
  const isAuthor = (name: string) => name.toLowerCase() === pull.user?.login.toLowerCase();
  for (const name of reviewers.filter((each) => !isAuthor(each))) {
    const team = /^[^/]+\/(.+)$/.exec(name)?.[1];
    const asked = requests.send(
      (octokit) =>
        octokit.rest.pulls.requestReviewers({
          ...target,
          pull_number: number,
          ...(team === undefined ? { reviewers: [name] } : { team_reviewers: [team] }),
        }),
      z.object({ number: z.int() }),
      sending('request reviews'),
    );
    await unlessRefused(asked, `The code host cannot ask ${JSON.stringify(name)} for a review.`);
  }
  return leftOut;
}

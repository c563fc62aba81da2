import { z } from 'zod';
import { MergeRefused } from '../errors.ts';
import type { Refusal } from '../api-requests.ts';
import type { OpenedRepository } from '../server-connection.ts';
import {
  authorAnswer,
  labelAnswer,
  labelsAnswer,
  mergeableAnswer,
  mergedAnswer,
  mergeMethodsAnswer,
  pullAnswer,
} from './github-answers.ts';
import { asMissing } from './github-review.ts';

/**
 * By the first method that the repository allows: a merge commit, a squash, a rebase. GitHub itself refuses only what its rules
 * forbid; refused here is also what has a check that has not passed, of which a fine-grained token cannot see all.
 */
export async function mergeGithubPull(
  { api, about, path: name }: OpenedRepository,
  { number, head }: { number: number; head: string },
): Promise<void> {
  const refused = (refusal: Refusal) =>
    [405, 409, 422].includes(refusal.status) ? new MergeRefused(number, refusal.message) : asMissing(number)(refusal);
  const asked = { ...about('merge pull requests'), refused };
  const pullPath = `/repos/${name}/pulls/${number}`;
  const { mergeable_state: state } = await api.send({ ...asked, path: pullPath }, mergeableAnswer);
  if (state === 'unstable') throw new MergeRefused(number, 'GitHub knows of a check that has not passed');
  const allows = await api.send({ ...asked, path: `/repos/${name}` }, mergeMethodsAnswer);
  const method =
    allows.allow_merge_commit !== false ? 'merge' : allows.allow_squash_merge === true ? 'squash' : 'rebase';
  const body = { sha: head, merge_method: method };
  await api.send({ ...asked, method: 'PUT', path: `${pullPath}/merge`, body }, mergedAnswer);
}

export async function closeGithubPull({ api, about, path: name }: OpenedRepository, number: number): Promise<void> {
  const asked = { ...about('close pull requests'), refused: asMissing(number), isRepeatable: true };
  const path = `/repos/${name}/pulls/${number}`;
  await api.send({ ...asked, method: 'PATCH', path, body: { state: 'closed' } }, pullAnswer);
}

class Refused extends Error {}

/** GitHub would create missing labels, and refuse all reviewers because of one. */
export async function addGithubDetails(
  { api, about, path: name }: OpenedRepository,
  { number, labels, reviewers }: { number: number; labels: readonly string[]; reviewers: readonly string[] },
): Promise<string[]> {
  const leftOut: string[] = [];
  const refused = ({ status }: Refusal) => ([404, 409, 422].includes(status) ? new Refused() : undefined);
  const unlessRefused = async <T>(asked: Promise<T>, why: string): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      leftOut.push(why);
      return undefined;
    }
  };
  const pullPath = `/repos/${name}/pulls/${number}`;
  const pull = await api.send(
    { ...about('read pull requests'), refused: asMissing(number), path: pullPath },
    authorAnswer,
  );
  const existing: string[] = [];
  for (const label of labels) {
    const path = `/repos/${name}/labels/${encodeURIComponent(label)}`;
    const asked = api.send({ ...about('read labels'), path, refused }, labelAnswer);
    if ((await unlessRefused(asked, `The repository has no label ${JSON.stringify(label)}.`)) !== undefined)
      existing.push(label);
  }
  const adding = { method: 'POST', isRepeatable: true } as const;
  if (existing.length > 0) {
    const path = `/repos/${name}/issues/${number}/labels`;
    const asked = { ...about('add labels'), ...adding, path, body: { labels: existing }, refused };
    await unlessRefused(api.send(asked, labelsAnswer), 'The code host refused the labels.');
  }
  const isAuthor = (login: string) => login.toLowerCase() === pull.user?.login.toLowerCase();
  for (const reviewer of reviewers.filter((each) => !isAuthor(each))) {
    const team = /^[^/]+\/(.+)$/.exec(reviewer)?.[1];
    const body = team === undefined ? { reviewers: [reviewer] } : { team_reviewers: [team] };
    const path = `${pullPath}/requested_reviewers`;
    const asked = api.send(
      { ...about('request reviews'), ...adding, path, body, refused },
      z.object({ number: z.int() }),
    );
    await unlessRefused(asked, `The code host cannot ask ${JSON.stringify(reviewer)} for a review.`);
  }
  return leftOut;
}

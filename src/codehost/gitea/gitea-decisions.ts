import { z } from 'zod';
import { MergeRefused, PermissionMissing } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { labelsAnswer, mergeStyleAnswer, pullAnswer } from './gitea-answers.ts';
import { asMissing } from './gitea-review.ts';

const mostLabels = 500;

/** By the repository's default merge style. Gitea answers with an empty body, so this reads what became of it. */
export async function mergeGiteaPull(
  { api, about, path: name }: OpenedRepository,
  { number, head }: { number: number; head: string },
): Promise<void> {
  const asked = { ...about('merge pull requests'), refused: asMissing(number), path: `/repos/${name}/pulls/${number}` };
  const { default_merge_style: style } = await api.send(
    { ...about('read the repository'), path: `/repos/${name}` },
    mergeStyleAnswer,
  );
  await api.send(
    {
      ...asked,
      method: 'POST',
      path: `${asked.path}/merge`,
      body: { Do: style, head_commit_id: head },
      refused: (refusal) =>
        [405, 409, 422, 423].includes(refusal.status)
          ? new MergeRefused(number, refusal.message || 'its rules, its state or a newer head forbid it')
          : asked.refused(refusal),
    },
    z.unknown(),
  );
  if (!(await api.send(asked, pullAnswer)).merged) throw new MergeRefused(number, 'Gitea has not merged it');
}

export async function closeGiteaPull({ api, about, path: name }: OpenedRepository, number: number): Promise<void> {
  const asked = { ...about('close pull requests'), refused: asMissing(number), path: `/repos/${name}/pulls/${number}` };
  await api.send({ ...asked, method: 'PATCH', body: { state: 'closed' }, isRepeatable: true }, pullAnswer);
}

/** Labels of the repository and of its organisation. Gitea takes labels by number, and refuses all reviewers because of one. */
export async function addGiteaDetails(
  repository: OpenedRepository,
  { number, labels, reviewers }: { number: number; labels: readonly string[]; reviewers: readonly string[] },
): Promise<string[]> {
  const { api, about, path: name } = repository;
  const pullPath = `/repos/${name}/pulls/${number}`;
  const { user } = await api.send(
    { ...about('read pull requests'), refused: asMissing(number), path: pullPath },
    pullAnswer,
  );
  const known = labels.length === 0 ? new Map<string, number>() : await readLabels(repository, labels);
  const ids = labels.flatMap((label) => known.get(label) ?? []);
  if (ids.length > 0)
    await api.send(
      {
        ...about('add labels'),
        method: 'POST',
        path: `/repos/${name}/issues/${number}/labels`,
        body: { labels: ids },
        isRepeatable: true,
      },
      labelsAnswer,
    );
  const leftOut = labels
    .filter((label) => !known.has(label))
    .map((label) => `There is no label ${JSON.stringify(label)}.`);
  for (const reviewer of reviewers.filter((each) => each.toLowerCase() !== user?.login.toLowerCase())) {
    const team = /^[^/]+\/(.+)$/.exec(reviewer)?.[1];
    try {
      await api.send(
        {
          ...about('request reviews'),
          method: 'POST',
          path: `${pullPath}/requested_reviewers`,
          body: team === undefined ? { reviewers: [reviewer] } : { team_reviewers: [team] },
          isRepeatable: true,
          refused: ({ status }) => (status === 404 || status === 422 ? new ReviewerUnknown() : undefined),
        },
        z.array(z.object({ id: z.int() })),
      );
    } catch (error) {
      if (!(error instanceof ReviewerUnknown)) throw error;
      leftOut.push(`The code host cannot ask ${JSON.stringify(reviewer)} for a review.`);
    }
  }
  return leftOut;
}

class ReviewerUnknown extends Error {}
class NoOrganisation extends Error {}

/** By name. Only a token that may read organisations sees the labels of one. */
async function readLabels(
  { api, about, path: name }: OpenedRepository,
  wanted: readonly string[],
): Promise<Map<string, number>> {
  const asked = { ...about('read labels'), query: { limit: 50 } };
  const listed = await api.list({ ...asked, path: `/repos/${name}/labels` }, labelsAnswer, { most: mostLabels });
  const own = new Map(listed.map((label) => [label.name, label.id]));
  if (wanted.every((label) => own.has(label))) return own;
  const refused = ({ status }: { status: number }) => (status === 404 ? new NoOrganisation() : undefined);
  const path = `/orgs/${name.split('/', 1)[0] ?? ''}/labels`;
  const shared = await api
    .list({ ...asked, path, refused }, labelsAnswer, { most: mostLabels })
    .catch((error: unknown) => {
      if (error instanceof NoOrganisation || error instanceof PermissionMissing) return [];
      throw error;
    });
  return new Map([...shared.map((label): [string, number] => [label.name, label.id]), ...own]);
}

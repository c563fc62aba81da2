import { MergeRefused } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { labelAnswer, mergeAnswer, usersAnswer } from './gitlab-answers.ts';
import { aboutMerge } from './gitlab-review.ts';
import { projectPath } from './project-path.ts';

/** By the merge method of the project, with its squash option. */
export async function mergeGitlabMerge(
  repository: OpenedRepository,
  { number, head }: { number: number; head: string },
): Promise<void> {
  const { path, refused } = aboutMerge(repository, number);
  const merged = await repository.api.send(
    {
      ...repository.about('merge'),
      method: 'PUT',
      path: `${path}/merge`,
      body: { sha: head },
      refused: (refusal) =>
        [405, 406, 409, 422].includes(refusal.status)
          ? new MergeRefused(number, refusal.message || 'its rules, its state or a newer head forbid it')
          : refused(refusal),
    },
    mergeAnswer,
  );
  if (merged.state !== 'merged') throw new MergeRefused(number, 'GitLab has not finished merging it');
}

export async function closeGitlabMerge(repository: OpenedRepository, number: number): Promise<void> {
  const asked = { ...aboutMerge(repository, number), ...repository.about('close merge requests') };
  await repository.api.send(
    { ...asked, method: 'PUT', body: { state_event: 'close' }, isRepeatable: true },
    mergeAnswer,
  );
}

/** GitLab would create missing labels. A change of reviewers names them all; without Premium, GitLab keeps one. */
export async function addGitlabDetails(
  repository: OpenedRepository,
  { number, labels, reviewers }: { number: number; labels: readonly string[]; reviewers: readonly string[] },
): Promise<string[]> {
  const { api, about } = repository;
  const leftOut: string[] = [];
  const existing: string[] = [];
  for (const label of labels) {
    const path = `${projectPath(repository)}/labels/${encodeURIComponent(label)}`;
    const refused = ({ status }: { status: number }) => (status === 404 ? new LabelMissing() : undefined);
    try {
      await api.send({ ...about('read labels'), path, refused }, labelAnswer);
      existing.push(label);
    } catch (error) {
      if (!(error instanceof LabelMissing)) throw error;
      leftOut.push(`The project has no label ${JSON.stringify(label)}.`);
    }
  }
  const asked = aboutMerge(repository, number);
  const merge = await api.send(asked, mergeAnswer);
  const ids = new Map((merge.reviewers ?? []).map(({ id }): [number, string] => [id, '']));
  for (const name of reviewers.filter((each) => each.toLowerCase() !== merge.author?.username.toLowerCase())) {
    const found = await api.send({ ...about('find users'), path: '/users', query: { username: name } }, usersAnswer);
    const user = found.find(({ username }) => username.toLowerCase() === name.toLowerCase());
    if (user === undefined) leftOut.push(`GitLab has no user ${JSON.stringify(name)} whom it could ask for a review.`);
    else ids.set(user.id, name);
  }
  const body = {
    ...(existing.length > 0 && { add_labels: existing.join(',') }),
    ...(ids.size > 0 && { reviewer_ids: [...ids.keys()] }),
  };
  if (Object.keys(body).length === 0) return leftOut;
  const changed = await api.send(
    { ...asked, ...about('change merge requests'), method: 'PUT', body, isRepeatable: true },
    mergeAnswer,
  );
  const kept = new Set(changed.reviewers?.map(({ id }) => id));
  const refused = [...ids].filter(([id, name]) => name !== '' && !kept.has(id)).map(([, name]) => name);
  return [...leftOut, ...refused.map((name) => `GitLab did not ask ${JSON.stringify(name)} for a review.`)];
}

class LabelMissing extends Error {}

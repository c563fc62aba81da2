import type { ApiRequest } from '../api-requests.ts';
import type { LineComment, ReviewWanted } from '../code-host.ts';
import { ReviewRefused } from '../errors.ts';
import { fenced } from '../fenced.ts';
import { readReviewRefusal } from '../review-refusal.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { madeDiscussionAnswer, madeNoteAnswer, versionsAnswer } from './gitlab-answers.ts';
import { withoutQuickActions } from './gitlab-merge-requests.ts';
import { aboutMerge } from './gitlab-review.ts';

/** One discussion for each comment, then a note with the body. */
export async function postGitlabReview(
  repository: OpenedRepository,
  { number, headSha, body, comments }: ReviewWanted,
): Promise<void> {
  const asked = aboutMerge(repository, number);
  const versions = await repository.api.send({ ...asked, path: `${asked.path}/versions` }, versionsAnswer);
  const version = versions.find(({ head_commit_sha: sha }) => sha === headSha);
  if (version === undefined)
    throw new ReviewRefused(number, `GitLab has no version of it with the commit ${headSha.slice(0, 12)}.`);
  const posted: ApiRequest = {
    ...repository.about('write comments'),
    method: 'POST',
    path: asked.path,
    refused: (refusal) => readReviewRefusal(number, refusal),
  };
  for (const comment of comments) {
    const position = {
      position_type: 'text',
      base_sha: version.base_commit_sha,
      start_sha: version.start_commit_sha,
      head_sha: headSha,
      new_path: comment.path,
      new_line: comment.lastLine,
      old_path: comment.previousPath,
      ...(comment.previousLine !== undefined && { old_line: comment.previousLine }),
    };
    await repository.api.send(
      { ...posted, path: `${posted.path}/discussions`, body: { body: textOf(comment), position } },
      madeDiscussionAnswer,
    );
  }
  await repository.api.send(
    { ...posted, path: `${posted.path}/notes`, body: { body: withoutQuickActions(body) } },
    madeNoteAnswer,
  );
}

/** A suggestion says how many lines above and below its own it replaces. */
function textOf({ body, replacement, firstLine, lastLine }: LineComment): string {
  const text = withoutQuickActions(body);
  if (replacement === undefined) return text;
  return `${text}\n\n${fenced(`suggestion:-${lastLine - firstLine}+0`, replacement)}`;
}

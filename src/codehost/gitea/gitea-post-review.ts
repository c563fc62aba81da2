import type { LineComment, ReviewWanted } from '../code-host.ts';
import { fenced } from '../fenced.ts';
import { readReviewRefusal } from '../review-refusal.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { madeCommentAnswer } from './gitea-answers.ts';

/** One request. Gitea takes comments on any line, whether the change shows it or not. */
export async function postGiteaReview(
  { api, about, path }: OpenedRepository,
  { number, headSha, body, comments }: ReviewWanted,
): Promise<void> {
  await api.send(
    {
      ...about('write reviews'),
      method: 'POST',
      path: `/repos/${path}/pulls/${number}/reviews`,
      body: { event: 'COMMENT', commit_id: headSha, body, comments: comments.map(present) },
      refused: (refusal) => readReviewRefusal(number, refusal),
    },
    madeCommentAnswer,
  );
}

/** A comment is on one line, and no suggestion can be applied: it is shown as text, with its lines. */
function present({ path, firstLine, lastLine, body, replacement }: LineComment) {
  const lines = firstLine === lastLine ? `line ${lastLine}` : `lines ${firstLine} to ${lastLine}`;
  const suggestion =
    replacement === '' ? `Delete ${lines}.` : `Suggested for ${lines}:\n\n${fenced('', replacement ?? '')}`;
  return { path, new_position: lastLine, body: replacement === undefined ? body : `${body}\n\n${suggestion}` };
}

import type { LineComment, ReviewWanted } from '../code-host.ts';
import { fenced } from '../fenced.ts';
import { readReviewRefusal } from '../review-refusal.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { writtenAnswer } from './github-answers.ts';

/** One request, so that all of it is posted or nothing. */
export async function postGithubReview(
  { api, about, path: name }: OpenedRepository,
  { number, headSha, body, comments }: ReviewWanted,
): Promise<void> {
  await api.send(
    {
      ...about('write reviews'),
      method: 'POST',
      path: `/repos/${name}/pulls/${number}/reviews`,
      body: { commit_id: headSha, event: 'COMMENT', body, comments: comments.map(present) },
      refused: (refusal) => readReviewRefusal(number, refusal),
    },
    writtenAnswer,
  );
}

function present({ path, firstLine, lastLine, body, replacement }: LineComment) {
  return {
    path,
    ...(firstLine < lastLine && { start_line: firstLine, start_side: 'RIGHT' }),
    line: lastLine,
    side: 'RIGHT',
    body: replacement === undefined ? body : `${body}\n\n${fenced('suggestion', replacement)}`,
  };
}

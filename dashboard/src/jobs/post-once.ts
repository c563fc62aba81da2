import { useRef } from 'react';
import { isProblem } from '../api/api-problem.ts';

/** Posts with an idempotency key that stays until it is stored or refused: pressing again after a lost answer does nothing twice. */
export function usePostOnce<Body, Answer>(
  post: (body: Body, idempotencyKey: string) => Promise<Answer>,
): (readBody: () => Promise<Body>) => Promise<Answer> {
  const unanswered = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return async (readBody) => {
    const body = await readBody();
    const text = JSON.stringify(body);
    if (unanswered.current?.text !== text) unanswered.current = { text, key: newIdempotencyKey() };
    try {
      const answer = await post(body, unanswered.current.key);
      unanswered.current = undefined;
      return answer;
    } catch (error) {
      // A proxy that answers 502 knows nothing of what the server did.
      if (isProblem(error) && error.status >= 400 && error.status < 500) unanswered.current = undefined;
      throw error;
    }
  };
}

function newIdempotencyKey(): string {
  // `randomUUID` exists only behind TLS and on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

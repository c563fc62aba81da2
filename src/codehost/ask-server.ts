import { duration } from '../kernel/clock.ts';
import { sendWithin } from '../outgoing/send.ts';

const limits = { time: 10 * duration.second, bytes: 64 * 1024, answers: 1 };

/** Whether `isKnown` recognizes a server by the JSON that it answers. Sends no credentials and follows no redirects. */
export async function askServer(
  url: string,
  isKnown: (body: object, status: number) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = { accept: 'application/json', 'user-agent': 'docwright' };
  const response = await sendWithin(limits)(url, { redirect: 'manual', headers, signal });
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null && isKnown(body, response.status);
}

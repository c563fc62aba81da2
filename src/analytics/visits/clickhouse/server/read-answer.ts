import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

/** Of what came in place of an answer. */
const mostTold = 300;

/** What came is none of ClickHouse, or only its beginning, though its status says that all is well. */
class NoAnswer extends Error {
  constructor(came: string) {
    super(`what came is no answer of ClickHouse: ${came.slice(0, mostTold)}`);
    this.name = NoAnswer.name;
  }
}

/** Rows, one a line. A page of a proxy is none, nor is an error that follows some of them. Throws NoAnswer. */
export function rowsOf(answer: string): unknown[] {
  const lines = answer.split('\n');
  const lastPart = lines.pop() ?? '';
  if (lastPart !== '') throw new NoAnswer(lastPart);
  return lines.map(rowOf);
}

/** Of an insert, which is answered by nothing. Throws NoAnswer. */
export async function readNothing(answer: Readable): Promise<void> {
  const came = await text(answer);
  if (came !== '') throw new NoAnswer(came);
}

/** Of a statement that is answered by nothing, or by what each of several servers did. Throws NoAnswer. */
export async function readDone(answer: Readable): Promise<void> {
  const came = await text(answer);
  if (/^\s*<|DB::Exception/.test(came)) throw new NoAnswer(came);
}

function rowOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new NoAnswer(line);
  }
}

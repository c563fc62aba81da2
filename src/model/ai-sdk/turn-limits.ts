/** What one turn of a model may come to, whatever its server sends. Beyond it the answer is given up with `AnswerTooLong`. */
export const turnLimits = {
  /** More than the longest answer of any model takes, whose every token may come in an event of some hundred bytes. */
  streamedBytes: 128 * 1024 * 1024,
  /** Of one event, which is parsed at once: at this size that takes some 40 ms of the event loop. */
  eventBytes: 4 * 1024 * 1024,
  /** Half a million tokens: more than any model says at once, but not more than one that repeats itself without end. */
  characters: 2_000_000,
  /** Ten times what models ask for at once. */
  calls: 500,
} as const;

/** An answer that grew beyond anything that a model says. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

/** Counts the bytes of a stream of events. Throws `AnswerTooLong`. */
export function createEventMeter(): (chunk: Uint8Array) => void {
  let [streamed, event] = [0, 0];
  /** An end may be cut between two chunks. */
  let tail = Buffer.alloc(0);
  return (chunk) => {
    streamed += chunk.byteLength;
    const bytes = Buffer.concat([tail, chunk]);
    const end = Math.max(...['\n\n', '\r\n\r\n', '\r\r'].map((mark) => bytes.lastIndexOf(mark)));
    event = end === -1 ? event + chunk.byteLength : bytes.length - end;
    tail = bytes.subarray(-3);
    if (streamed > turnLimits.streamedBytes || event > turnLimits.eventBytes)
      throw new AnswerTooLong('more bytes than any answer has');
  };
}

/** Levels within each other; whatever walks a value calls itself once for each. */
const deepest = 100;

/** Whether JSON nests deeper than any tool takes. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

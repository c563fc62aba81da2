/** What one turn of a model may come to, whatever its server sends. Beyond it the answer is given up with `AnswerTooLong`. */
export const turnLimits = {
  /** More than the longest answer of any model takes, whose every token may come in an event of some hundred bytes. */
  streamedBytes: 128 * 1024 * 1024,
  /** Of one event, which is parsed at once: a text of this size takes some 40 ms of the event loop. */
  eventBytes: 4 * 1024 * 1024,
  /** Of one event outside of its texts: so many take some 20 ms to parse and check, and a hundred are usual. */
  eventValues: 50_000,
  /** Half a million tokens: more than any model says at once, but not more than one that repeats itself without end. */
  characters: 2_000_000,
  /** Pieces in which it comes: for each token one, and what begins and ends them. */
  pieces: 600_000,
  /** Ten times what models ask for at once. */
  calls: 500,
} as const;

/** An answer that grew beyond anything that a model says. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

const [lineFeed, carriageReturn, quote, backslash] = [10, 13, 34, 92];
/** Characters that stand before a value of JSON: `,`, `:`, `[` and `{`. */
const beforeValue: ReadonlySet<number> = new Set([44, 58, 91, 123]);

/** Counts the bytes of a stream of events, and what each event would be parsed into. Throws `AnswerTooLong`. */
export function createEventMeter(): (chunk: Uint8Array) => void {
  let [streamed, event, values, line, last] = [0, 0, 0, 0, 0];
  let [isInText, isEscaped] = [false, false];
  return (chunk) => {
    streamed += chunk.byteLength;
    for (const byte of chunk) {
      event += 1;
      if (byte === lineFeed || byte === carriageReturn) {
        // A blank line ends an event; a line feed after a carriage return is no line of its own.
        if (line === 0 && !(byte === lineFeed && last === carriageReturn)) [event, values] = [0, 0];
        line = 0;
        // No text of JSON goes over the end of a line.
        [isInText, isEscaped] = [false, false];
      } else {
        line += 1;
        if (isEscaped) isEscaped = false;
        else if (byte === quote) isInText = !isInText;
        else if (isInText) isEscaped = byte === backslash;
        else if (beforeValue.has(byte)) values += 1;
      }
      last = byte;
      if (event > turnLimits.eventBytes || values > turnLimits.eventValues)
        throw new AnswerTooLong('an event larger than any answer has');
    }
    if (streamed > turnLimits.streamedBytes) throw new AnswerTooLong('more bytes than any answer has');
  };
}

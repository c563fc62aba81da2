/** Limits of one model turn. Beyond them, the turn ends with `AnswerTooLong`. */
export const turnLimits = {
  /** More than the longest answer of any model takes, whose every token may come in an event of some hundred bytes. */
  streamedBytes: 128 * 1024 * 1024,
  /** Of one event; parsing a text of this size blocks the event loop for some 40 ms. */
  eventBytes: 4 * 1024 * 1024,
  /** JSON values in one event; so many take some 20 ms to parse and validate. A hundred are usual. */
  eventValues: 50_000,
  /** Half a million tokens: more than any model's longest answer; only an endless repetition exceeds it. */
  characters: 2_000_000,
  /** Pieces of the stream: one for each token, and the markers around them. */
  pieces: 600_000,
  /** Ten times the tool calls that models make in one turn. */
  calls: 500,
} as const;

/** An answer beyond these limits. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

const [lineFeed, carriageReturn, quote, backslash] = [10, 13, 34, 92];
/** Characters that precede a JSON value: `,`, `:`, `[` and `{`. */
const beforeValue: ReadonlySet<number> = new Set([44, 58, 91, 123]);

/** Counts the bytes of an event stream, and the values of each event before it is parsed. Throws `AnswerTooLong`. */
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
        // A JSON string cannot contain a line break.
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

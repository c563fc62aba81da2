/** Longest line that is read, in bytes. */
export const longestLine = 65_536;

/** Takes chunks of bytes as they come and gives whole lines. Bytes that are not UTF-8 become U+FFFD. */
export interface LineSplitter {
  /** The lines that end in this chunk, without their ends; `undefined` stands for one that is too long. */
  push(chunk: Buffer): (string | undefined)[];
  /** What stands behind the last line end; empty when nothing does. */
  rest(): string | undefined;
}

/**
 * Every line is decoded by itself: parts cut out of it then keep one line in memory and not the chunk of 64 KiB that it
 * came in.
 */
export function createLineSplitter(): LineSplitter {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function take(tail: Buffer): string | undefined {
    const tooLong = heldBytes + tail.length > longestLine;
    const bytes = held.length === 0 || tooLong ? tail : Buffer.concat([...held, tail]);
    held = [];
    heldBytes = 0;
    if (tooLong) return undefined;
    const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length;
    return bytes.toString('utf8', 0, end);
  }

  return {
    push(chunk) {
      const lines: (string | undefined)[] = [];
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        lines.push(take(chunk.subarray(start, end)));
        start = end + 1;
      }
      if (start < chunk.length) {
        heldBytes += chunk.length - start;
        if (heldBytes <= longestLine) held.push(chunk.subarray(start));
        else held = [];
      }
      return lines;
    },
    rest: () => take(Buffer.alloc(0)),
  };
}

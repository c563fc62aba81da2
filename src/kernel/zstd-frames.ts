import { createZstdDecompress } from 'node:zlib';

/**
 * Decompresses Zstandard frame after frame, as `pzstd`, shippers and `cat` put several into one file; streams of Node end with
 * the first. Holds no more than a stream does. Fails on bytes that are no frame, on a frame too many, and where the last is cut.
 */
export async function* decompressFrames(
  source: AsyncIterable<Buffer>,
  mostFrames = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer, void> {
  let frame = openFrame();
  let frames = 1;
  for await (const chunk of source) {
    let rest = chunk;
    while (rest.length > 0) {
      const used = yield* frame.write(rest);
      rest = rest.subarray(used);
      // A frame that leaves bytes has ended.
      if (rest.length === 0) break;
      frame.close();
      frames += 1;
      if (frames > mostFrames) throw new Error(`The body has more than ${mostFrames} frames.`);
      frame = openFrame();
    }
  }
  yield* frame.end();
}

interface Frame {
  /** Gives what comes out, and returns how many bytes were taken in. */
  write(input: Buffer): AsyncGenerator<Buffer, number>;
  /** Gives the rest; fails where the frame is not whole. */
  end(): AsyncGenerator<Buffer, void>;
  close(): void;
}

function openFrame(): Frame {
  const stream = createZstdDecompress();
  let fault: Error | undefined;
  let isTaken = false;
  let wake = (): void => undefined;
  const changed = () => {
    wake();
  };
  stream.on('readable', changed).on('end', changed);
  stream.on('error', (error: Error) => {
    fault = error;
    wake();
  });

  async function* outputUntil(isDone: () => boolean): AsyncGenerator<Buffer, void> {
    for (;;) {
      const waiting = new Promise<void>((resolve) => {
        wake = resolve;
      });
      for (let output = read(); output !== null; output = read()) yield output;
      if (fault !== undefined) throw fault;
      if (isDone()) return;
      await waiting;
    }
  }

  const read = () => stream.read() as Buffer | null;
  return {
    async *write(input) {
      const before = stream.bytesWritten;
      isTaken = false;
      stream.write(input, () => {
        isTaken = true;
        wake();
      });
      yield* outputUntil(() => isTaken || stream.readableEnded);
      return stream.bytesWritten - before;
    },
    async *end() {
      if (stream.bytesWritten === 0) return;
      stream.end();
      yield* outputUntil(() => stream.readableEnded);
    },
    close: () => stream.destroy(),
  };
}

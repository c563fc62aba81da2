import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** A log that is being read. */
export interface OpenLog {
  readonly name: string;
  /** Decompressed bytes; fails on a truncated or damaged archive after what could be read. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Size on disk; undefined for standard input. */
  readonly totalBytes: number | undefined;
  /** Bytes taken from disk so far, before decompression. */
  readonly readBytes: () => number;
}

/** The compression that the first bytes of a file show; names lie. */
function decompressor(head: Buffer): Transform | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return createGunzip();
  if (head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528) return createZstdDecompress();
  return undefined;
}

/** Opens a log file, gzip and Zstandard recognised by content. Throws what `fs` throws. */
export async function openLogFile(path: string): Promise<OpenLog> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  try {
    await file.read(head, 0, 4, 0);
  } finally {
    await file.close();
  }
  const { size } = await stat(path);
  const source = createReadStream(path, { highWaterMark: 262_144 });
  return {
    name: path,
    bytes: decompressed(source, head),
    totalBytes: size,
    readBytes: () => source.bytesRead,
  };
}

/** Reads standard input, or any other stream, as a log. */
export function openLogStream(name: string, stream: Readable): OpenLog {
  let read = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    const chunks = counted();
    const first = await chunks.next();
    if (first.done) return;
    async function* whole(head: Buffer): AsyncGenerator<Buffer> {
      yield head;
      yield* chunks;
    }
    yield* decompressed(Readable.from(whole(first.value)), first.value);
  }
  return { name, bytes: bytes(), totalBytes: undefined, readBytes: () => read };
}

function decompressed(source: Readable, head: Buffer): AsyncIterable<Buffer> {
  const transform = decompressor(head);
  if (!transform) return source;
  source.on('error', (error) => transform.destroy(error));
  return source.pipe(transform);
}

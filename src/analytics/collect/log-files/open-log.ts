import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decompressFrames } from '../../../kernel/zstd-frames.ts';

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

/** What files begin with that cannot be read before somebody unpacks them. */
const packed: readonly (readonly [signature: string, program: string])[] = [
  ['fd377a58', 'xz'],
  ['425a68', 'bzip2'],
  ['504b0304', 'zip'],
  ['377abcaf', '7-Zip'],
  ['04224d18', 'LZ4'],
];

class PackedLog extends Error {
  readonly code = 'PACKED_LOG';

  constructor(program: string) {
    super(`the file is packed with ${program}, which is not supported; unpack it first`);
  }
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

/** The first bytes of a file show its compression; names lie. */
function decompressed(source: Readable, head: Buffer): AsyncIterable<Buffer> {
  const signature = head.toString('hex', 0, 4);
  if (signature === '28b52ffd' || /^5.2a4d18$/.test(signature)) return decompressFrames(source);
  const [, program] = packed.find(([start]) => signature.startsWith(start)) ?? [];
  if (program !== undefined) return source.destroy(new PackedLog(program));
  if (!signature.startsWith('1f8b')) return source;
  const transform = createGunzip();
  source.on('error', (error) => transform.destroy(error));
  return source.pipe(transform);
}

import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Context } from 'hono';
import { decompressFrames } from '../kernel/zstd-frames.ts';
import { BodyInflatesTooFar, BodyTooLarge, InvalidRequest, UnsupportedContentEncoding } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: unzstd,
};

/** Every frame costs a context. */
const mostFrames = 1000;

async function unzstd(raw: Buffer, { maxOutputLength }: { maxOutputLength: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompressFrames(Readable.from([raw]), mostFrames)) {
    bytes += chunk.length;
    if (bytes > maxOutputLength) throw Object.assign(new Error('Too long.'), { code: tooLong });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLong = 'ERR_BUFFER_TOO_LARGE';

/** How many times its size a compressed body may become; up to the second, in bytes, short ones may repeat themselves more. */
const largestRatio = 100;
const anyRatioUpTo = 1024 * 1024;

/** Most bytes that a body becomes of which so many come over the wire. */
export function mostInflated(rawBytes: number, limitBytes: number): number {
  return Math.min(limitBytes, Math.max(anyRatioUpTo, rawBytes * largestRatio));
}

/** How a body is compressed, if it is. Throws UnsupportedContentEncoding for an unknown way. */
function encodingOf(context: Context<HttpEnvironment>): keyof typeof decompressors | undefined {
  const encoding = context.req.header('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return undefined;
  if (!isKnown(encoding)) throw new UnsupportedContentEncoding(encoding, Object.keys(decompressors));
  return encoding;
}

/**
 * The body as it came over the wire, of at most `limitBytes`. One with a length is judged by it alone, which Node enforces:
 * only what nobody has begun to read is cleared away for the next request on the connection. Throws
 * UnsupportedContentEncoding and BodyTooLarge.
 */
export async function readRawBody(context: Context<HttpEnvironment>, limitBytes: number): Promise<Buffer> {
  encodingOf(context);
  const length = context.req.header('content-length');
  if (length !== undefined) {
    if (Number(length) > limitBytes) throw new BodyTooLarge(limitBytes);
    // A stream of the Web costs as much again as the rest of a short request.
    return Buffer.from(await context.req.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = context.req.raw.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new BodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Decompresses a body to at most `limitBytes`, and to no multiple of its size that no honest sender reaches. Throws
 * BodyTooLarge and BodyInflatesTooFar, InvalidRequest for what is broken.
 */
export async function inflateBody(context: Context<HttpEnvironment>, raw: Buffer, limitBytes: number): Promise<Buffer> {
  const encoding = encodingOf(context);
  if (encoding === undefined) return raw;
  const most = mostInflated(raw.length, limitBytes);
  try {
    return await decompressors[encoding](raw, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === tooLong) {
      throw most === limitBytes ? new BodyTooLarge(limitBytes) : new BodyInflatesTooFar(raw.length, most);
    }
    throw new InvalidRequest(
      [{ field: 'body', message: `is not ${encoding} or was cut off: nothing was stored` }],
      error,
    );
  }
}

/** Reads and decompresses a body of at most `limitBytes`, before and after; throws what the two steps do. */
export async function readBody(context: Context<HttpEnvironment>, limitBytes: number): Promise<Buffer> {
  return inflateBody(context, await readRawBody(context, limitBytes), limitBytes);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body; a byte order mark in front is dropped. Throws InvalidRequest for what is not UTF-8. */
export function decodeUtf8(plain: Uint8Array): string {
  try {
    return utf8.decode(plain);
  } catch (error) {
    throw new InvalidRequest([{ field: 'body', message: 'is not valid UTF-8' }], error);
  }
}

function isKnown(encoding: string): encoding is keyof typeof decompressors {
  return Object.hasOwn(decompressors, encoding);
}

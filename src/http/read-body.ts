import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Context } from 'hono';
import { BodyTooLarge, InvalidRequest, UnsupportedContentEncoding } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** A body as it came, and what it is once decompressed. */
export interface ReadBody {
  readonly raw: Buffer;
  readonly plain: Buffer;
}

/**
 * Reads and decompresses a body of at most `limitBytes`, before and after. Throws BodyTooLarge,
 * UnsupportedContentEncoding for an unknown compression, InvalidRequest for a broken one.
 */
export async function readBody(context: Context<HttpEnvironment>, limitBytes: number): Promise<ReadBody> {
  const encoding = context.req.header('content-encoding')?.trim().toLowerCase() ?? '';
  const isPlain = encoding === '' || encoding === 'identity';
  if (!isPlain && !isKnown(encoding)) throw new UnsupportedContentEncoding(encoding, Object.keys(decompressors));
  const raw = Buffer.from(await context.req.raw.arrayBuffer());
  if (raw.length > limitBytes) throw new BodyTooLarge(limitBytes);
  if (isPlain) return { raw, plain: raw };
  try {
    return { raw, plain: await decompressors[encoding](raw, { maxOutputLength: limitBytes }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge(limitBytes);
    throw new InvalidRequest(
      [{ field: 'body', message: `is not ${encoding}, or was cut off: nothing of it was kept` }],
      error,
    );
  }
}

/** The text of a body; a byte order mark in front is dropped. Throws InvalidRequest for what is not UTF-8. */
export function decodeUtf8({ plain }: Pick<ReadBody, 'plain'>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    throw new InvalidRequest([{ field: 'body', message: 'is not valid UTF-8' }], error);
  }
}

function isKnown(encoding: string): encoding is keyof typeof decompressors {
  return Object.hasOwn(decompressors, encoding);
}

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { BodyTooLarge, InvalidRequest, UnsupportedContentType } from '../../http/errors.ts';

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** A body as it came and what it says. */
export interface ReadBody {
  readonly raw: Buffer;
  readonly text: string;
}

/**
 * Reads and decompresses a body of at most `limitBytes`, before and after. Bytes that are not UTF-8 become U+FFFD.
 * Throws BodyTooLarge, UnsupportedContentType for an unknown compression, InvalidRequest for a broken one.
 */
export async function readBody(context: Context<HttpEnvironment>, limitBytes: number): Promise<ReadBody> {
  const raw = Buffer.from(await context.req.arrayBuffer());
  if (raw.length > limitBytes) throw new BodyTooLarge(limitBytes);
  const encoding = context.req.header('content-encoding')?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return { raw, text: raw.toString('utf8') };
  if (!isKnown(encoding)) throw new UnsupportedContentType(encoding, Object.keys(decompressors));
  try {
    const plain = await decompressors[encoding](raw, { maxOutputLength: limitBytes });
    return { raw, text: plain.toString('utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge(limitBytes);
    throw new InvalidRequest(
      [{ field: 'body', message: `is not ${encoding}, or was cut off: nothing of it was kept` }],
      error,
    );
  }
}

function isKnown(encoding: string): encoding is keyof typeof decompressors {
  return Object.hasOwn(decompressors, encoding);
}

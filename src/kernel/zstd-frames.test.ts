import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decompressFrames } from './zstd-frames.ts';

async function* cut(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length)
    yield await Promise.resolve(bytes.subarray(start, start + length));
}

async function all(bytes: Buffer, length: number, mostFrames?: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of decompressFrames(cut(bytes, length), mostFrames)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('gives all frames, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 300 }), { maxLength: 4 }),
      fc.constantFrom(3, 7, 64, 100_000),
      async (texts, length) => {
        const bytes = Buffer.concat(texts.map((text) => zstdCompressSync(text)));
        expect(await all(bytes, length)).toBe(texts.join(''));
      },
    ),
    { numRuns: 50 },
  );
});

it('gives more than a stream holds at once', async () => {
  const text = 'x'.repeat(3_000_000);
  expect(await all(Buffer.concat([zstdCompressSync(text), zstdCompressSync('y')]), 1000)).toBe(`${text}y`);
});

it('fails on a frame that is cut or none, and on one too many', async () => {
  const frame = zstdCompressSync('text');
  await expect(all(frame.subarray(0, frame.length - 1), 100)).rejects.toThrow('unexpected end of file');
  await expect(all(Buffer.concat([frame, Buffer.from('noise')]), 100)).rejects.toThrow('Unknown frame');
  const three = Buffer.concat([frame, frame, frame]);
  expect(await all(three, 100, 3)).toBe('texttexttext');
  await expect(all(three, 100, 2)).rejects.toThrow('more than 2 frames');
});

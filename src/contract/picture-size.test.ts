import { expect, it } from 'vitest';
import { pictureSize } from './picture-size.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const word = (text: string) => Buffer.from(text, 'latin1').toString('hex');

it.each([
  ['PNG', `89504e470d0a1a0a 0000000d ${word('IHDR')} 0000c350 00000102`, { width: 50_000, height: 258 }],
  ['GIF', `${word('GIF89a')} 50c3 0201`, { width: 50_000, height: 258 }],
  [
    'extended WebP',
    `${word('RIFF')} 00000000 ${word('WEBPVP8X')} 0a000000 00000000 4fc300 010100`,
    { width: 50_000, height: 258 },
  ],
  ['lossless WebP', `${word('RIFF')} 00000000 ${word('WEBPVP8L')} 0a000000 2f 01c10000`, { width: 258, height: 4 }],
  [
    'lossy WebP',
    `${word('RIFF')} 00000000 ${word('WEBPVP8 ')} 0a000000 000000 9d012a 0241 0342`,
    { width: 258, height: 515 },
  ],
  ['JPEG', 'ffd8 ffe0 0004 0000 ff ffc4 0003 00 ffc2 0011 08 0102 c350', { width: 50_000, height: 258 }],
])('a %s says how large it is', (_, hex, size) => {
  expect(pictureSize(bytes(hex))).toEqual(size);
});

it.each([
  ['nothing', ''],
  ['a PNG that ends early', '89504e470d0a1a0a'],
  ['a WebP of another kind', `${word('RIFF')} 00000000 ${word('WEBPALPH')} 00000000`],
  ['a JPEG without a frame', 'ffd8 ffe0 0004 0000 0000'],
  ['a JPEG that ends early', 'ffd8 ffe0 ffff'],
  ['something else', word('%PDF-1.7 and more')],
])('%s does not say', (_, hex) => {
  expect(pictureSize(bytes(hex))).toBeUndefined();
});

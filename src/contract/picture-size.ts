/** In pixels. Anthropic takes none that is larger on a side, and a small file can claim so many that reading it takes all memory. */
export const longestSide = 8_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a PNG, GIF, WebP or JPEG says of its size at its beginning; undefined where it says nothing that can be read. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (file.readUInt32BE(0) === 0x89504e47) return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    if (file.toString('latin1', 0, 3) === 'GIF') return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
    if (file.toString('latin1', 8, 12) === 'WEBP') return sizeOfWebp(file);
    return file.readUInt16BE(0) === 0xffd8 ? sizeOfJpeg(file) : undefined;
  } catch (error) {
    // It ends before it has said so.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** RFC 9649: an extended header, or that of the one lossless or lossy picture. */
function sizeOfWebp(file: Buffer): PictureSize | undefined {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Segments, each with its length, until the one that begins a frame. */
function sizeOfJpeg(file: Buffer): PictureSize | undefined {
  for (let offset = 2; file.readUInt8(offset) === 0xff;) {
    const marker = file.readUInt8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: file.readUInt16BE(offset + 5), width: file.readUInt16BE(offset + 7) };
    // Fill bytes may stand before a marker.
    offset += marker === 0xff ? 1 : 2 + file.readUInt16BE(offset + 2);
  }
  return undefined;
}

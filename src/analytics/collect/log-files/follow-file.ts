import { createHash } from 'node:crypto';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How far a file was read, and by what it is known again whatever it is called by then. */
export interface FollowedPlace {
  readonly inode: number;
  /** In bytes; a line begins there. */
  readonly offset: number;
  /** SHA-256 of the first bytes, so many that were there. */
  readonly head: { readonly bytes: number; readonly sha256: string };
}

export interface FollowOptions {
  readonly pauseMs?: number;
  /** Where to go on. A file that is not there any more, or another one by now, is read from its beginning. */
  readonly from?: FollowedPlace | undefined;
  /** What was read up to here has been taken. */
  readonly onTaken?: (place: FollowedPlace) => Promise<void>;
}

const chunkBytes = 262_144;
const headBytes = 1024;
/**
 * Read again before the place: ids of equal lines count their occurrences, which stand close together, and lines that were taken
 * count once.
 */
const readAgainBytes = 4 * 2 ** 20;

/**
 * The bytes of a file as it grows, from its beginning or a place, until `signal` aborts. A file that was rotated away is read
 * until its successor is written to, then that one from its beginning; a file that was cut short is read again from its
 * beginning. An empty buffer stands between two files.
 */
export async function* followFile(
  path: string,
  signal: AbortSignal,
  { pauseMs = 500, from, onTaken = () => Promise.resolve() }: FollowOptions = {},
): AsyncGenerator<Buffer> {
  const resumed = from === undefined ? undefined : await findFollowed(path, from);
  let next = resumed;
  while (!signal.aborted) {
    const file = await open(next?.path ?? path);
    let position = 0;
    try {
      const { ino: inode } = await file.stat();
      const isRotatedAway = next !== undefined && next.path !== path;
      let head: FollowedPlace['head'] | undefined;
      let isLeaving = false;
      if (next !== undefined) {
        const headLines = await readHeadLines(file, next.offset);
        position = await lineStart(file, Math.max(headLines.length, next.offset - readAgainBytes), next.offset);
        if (headLines.length > 0) yield headLines;
      }
      next = undefined;
      for (;;) {
        // It was cut short and has grown again meanwhile.
        if (head !== undefined && (await headOf(file, head.bytes)).sha256 !== head.sha256) break;
        const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
        if (bytesRead > 0) {
          const isAtEnd = bytesRead < chunkBytes;
          // A place is the beginning of a line, unless the line is longer than all that is read at once.
          const whole = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
          const taken = whole > 0 ? whole : isAtEnd ? 0 : bytesRead;
          if (taken > 0) {
            position += taken;
            yield buffer.subarray(0, taken);
            head = await headOf(file, position);
            isLeaving = false;
            await onTaken({ inode, offset: position, head });
            continue;
          }
        }
        const current = await stat(path).catch(() => undefined);
        const { size } = await file.stat();
        if (size < position) break;
        // What was written between the last read and the rotation must not be lost.
        if (size > position + bytesRead) continue;
        // The server writes to the old file until it opens the new one, and some of its processes a little longer.
        const hasSuccessor = current !== undefined && current.size > 0 && (isRotatedAway || current.ino !== inode);
        if (hasSuccessor && isLeaving) {
          if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
          break;
        }
        isLeaving = hasSuccessor;
        if ((await waited(pauseMs, signal)) === 'aborted') {
          if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
          return;
        }
      }
      yield Buffer.alloc(0);
    } finally {
      await file.close();
    }
  }
}

/** The file that was read up to the place, perhaps rotated to another name of its folder since. */
async function findFollowed(
  path: string,
  place: FollowedPlace,
): Promise<{ readonly path: string; readonly offset: number } | undefined> {
  const folder = dirname(path);
  const candidates = [path, ...(await readdir(folder)).map((name) => join(folder, name))];
  for (const candidate of candidates) {
    const stats = await stat(candidate).catch(() => undefined);
    if (stats?.isFile() !== true || stats.ino !== place.inode || stats.size < place.offset) continue;
    const file = await open(candidate);
    try {
      // Inodes are given again.
      if ((await headOf(file, place.head.bytes)).sha256 !== place.head.sha256) continue;
      // Only the beginning of UTF-16 says so.
      const start = await readAt(file, 0, 2);
      const isUtf16 = start[0] === 0xff || start[0] === 0xfe;
      return { path: candidate, offset: isUtf16 ? 0 : place.offset };
    } finally {
      await file.close();
    }
  }
  return undefined;
}

async function headOf(file: FileHandle, size: number): Promise<FollowedPlace['head']> {
  const bytes = Math.min(headBytes, size);
  return {
    bytes,
    sha256: createHash('sha256')
      .update(await readAt(file, 0, bytes))
      .digest('hex'),
  };
}

/** Lines at the beginning that say what the others mean, such as `#Fields:`. */
async function readHeadLines(file: FileHandle, before: number): Promise<Buffer> {
  const start = await readAt(file, 0, Math.min(chunkBytes, before));
  let end = 0;
  while (start[end] === 35) {
    const next = start.indexOf(10, end) + 1;
    if (next === 0) break;
    end = next;
  }
  return start.subarray(0, end);
}

/** Where the first line begins at or behind the position, at most at `place`. */
async function lineStart(file: FileHandle, position: number, place: number): Promise<number> {
  if (position >= place) return place;
  const before = await readAt(file, Math.max(0, position - 1), chunkBytes);
  if (position === 0) return 0;
  const end = before.indexOf(10);
  return end < 0 ? place : Math.min(place, position + end);
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

async function waited(ms: number, signal: AbortSignal): Promise<'aborted' | 'waited'> {
  try {
    await delay(ms, undefined, { signal });
    return 'waited';
  } catch {
    return 'aborted';
  }
}

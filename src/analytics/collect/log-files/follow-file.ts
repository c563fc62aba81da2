import { open, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The bytes of a file as it grows, from its beginning, until `signal` aborts. A file that was rotated away is read to
 * its end, then the new one of that name from its beginning; a file that was cut short is read again from its beginning.
 */
export async function* followFile(path: string, signal: AbortSignal, pauseMs = 500): AsyncGenerator<Buffer> {
  while (!signal.aborted) {
    const file = await open(path);
    try {
      const { ino } = await file.stat();
      let position = 0;
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(262_144), 0, 262_144, position);
        if (bytesRead > 0) {
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
          continue;
        }
        if ((await waited(pauseMs, signal)) === 'aborted') return;
        // What was written between the last read and the rotation must not be lost.
        const current = await stat(path).catch(() => undefined);
        const openFile = await file.stat();
        if (openFile.size > position) continue;
        if (openFile.size < position || (current !== undefined && current.ino !== ino)) break;
      }
    } finally {
      await file.close();
    }
  }
}

async function waited(ms: number, signal: AbortSignal): Promise<'aborted' | 'waited'> {
  try {
    await delay(ms, undefined, { signal });
    return 'waited';
  } catch {
    return 'aborted';
  }
}

import { readdir, readFile, statfs } from 'node:fs/promises';
import { writable } from './bubblewrap-options.ts';

/** Of a file that has nothing in it, about: what the kernel keeps of it and of its name. */
const bytesOfEntry = 1024;

/**
 * Bytes of memory that a sandbox takes: of its processes what they have for themselves or share among them, what the
 * kernel needs to know where that is, and its files. `pid` is that of its first process; through it we see what the
 * sandbox sees. Undefined once it is gone.
 */
export async function memoryTaken(pid: number): Promise<number | undefined> {
  const root = `/proc/${pid}/root`;
  try {
    const names = (await readdir(`${root}/proc`)).filter((name) => /^\d+$/.test(name));
    const processBytes = await Promise.all(names.map((name) => memoryOfProcess(`${root}/proc/${name}/status`)));
    const fileBytes = await Promise.all(
      writable.map(async (path) => {
        const { blocks, bfree, bsize, files, ffree } = await statfs(`${root}${path}`);
        return (blocks - bfree) * bsize + (files - ffree) * bytesOfEntry;
      }),
    );
    return [...processBytes, ...fileBytes].reduce((sum, bytes) => sum + bytes, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}

async function memoryOfProcess(file: string): Promise<number> {
  // One that has just ended takes none.
  const status = await readFile(file, 'utf8').catch(() => '');
  return [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$/gm)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes) * 1024,
    0,
  );
}

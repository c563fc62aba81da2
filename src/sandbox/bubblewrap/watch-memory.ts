import { readdir, readFile, statfs } from 'node:fs/promises';
import { writable } from './bubblewrap-options.ts';

/** Of a file that has nothing in it, about: what the kernel keeps of it and of its name. */
const bytesOfEntry = 1024;

/** Bytes that a socket may keep unread where the machine does not say; nothing inside can raise it (`systemCallFilter`). */
const usualBuffer = { wmem_default: 212_992, tcp_rmem: 6 * 1024 ** 2, tcp_wmem: 4 * 1024 ** 2 };

/** What a sandbox takes of its limits. */
export interface Taken {
  /**
   * Of memory: what its processes have for themselves or share among them, what the kernel needs to know where that is, its
   * files, and the most that its sockets may keep.
   */
  readonly bytes: number;
  readonly threads: number;
}

/** `pid` is that of its first process; through it we see what the sandbox sees. Undefined once it is gone. */
export async function takenBy(pid: number): Promise<Taken | undefined> {
  const root = `/proc/${pid}/root`;
  try {
    const names = (await readdir(`${root}/proc`)).filter((name) => /^\d+$/.test(name));
    const statuses = await Promise.all(names.map((name) => readText(`${root}/proc/${name}/status`)));
    const fileBytes = await Promise.all(
      writable.map(async (path) => {
        const { blocks, bfree, bsize, files, ffree } = await statfs(`${root}${path}`);
        return (blocks - bfree) * bsize + (files - ffree) * bytesOfEntry;
      }),
    );
    return {
      bytes: sum([...statuses.map(memoryOfProcess), ...fileBytes, await memoryOfSockets(pid)]),
      threads: sum(statuses.map((status) => Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1] ?? 0))),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}

/** One that has just ended takes none. */
function memoryOfProcess(status: string): number {
  const kilobytes = status.matchAll(/^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$/gm);
  return sum([...kilobytes].map(([, figure]) => Number(figure) * 1024));
}

/** The kernel counts the sockets of a network, those on their way in a message too, but tells what they hold only to itself. */
async function memoryOfSockets(pid: number): Promise<number> {
  const counts = await Promise.all(['sockstat', 'sockstat6'].map((name) => readText(`/proc/${pid}/net/${name}`)));
  const all = Number(/^sockets: used (\d+)/m.exec(counts.join('\n'))?.[1] ?? 0);
  const ofTcp = sum([...counts.join('\n').matchAll(/^TCP6?: inuse (\d+)/gm)].map(([, count]) => Number(count)));
  const [each, read, written] = await Promise.all([
    largestBuffer('core', 'wmem_default'),
    largestBuffer('ipv4', 'tcp_rmem'),
    largestBuffer('ipv4', 'tcp_wmem'),
  ]);
  return all * each + ofTcp * (read + written);
}

/** The last of the figures is the largest. */
async function largestBuffer(folder: string, name: keyof typeof usualBuffer): Promise<number> {
  const figure = (await readText(`/proc/sys/net/${folder}/${name}`)).trim().split(/\s+/).at(-1) ?? '';
  return Number(figure) || usualBuffer[name];
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

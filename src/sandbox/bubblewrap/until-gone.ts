import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Looks that are taken, and milliseconds between them. */
const looks = { most: 1000, pause: 10 };

/**
 * Resolves once the first process of a sandbox has ended, which it does after all others in it: bubblewrap itself does not
 * wait for that. The kernel is at work on it, so it is not waited for without end.
 */
export async function waitUntilGone(pid: number): Promise<void> {
  for (let look = 0; look < looks.most; look += 1) {
    const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
    // The letter after the name says how it is; one that ended stays as Z until somebody asks how.
    if (status === undefined || /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))) return;
    await sleep(looks.pause);
  }
}

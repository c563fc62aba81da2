import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Mounts a small disk in memory on the folder, and runs the rest, where nobody else sees that disk. */
const mountAndRun = 'mount -t tmpfs -o "size=$0" tmpfs "$1" && folder=$1 && shift && exec "$@" "$folder"';

/** Why a program cannot be given a disk of its own here; undefined where it can. Needs no root, but user namespaces. */
export async function whyNoOwnDisk(): Promise<string | undefined> {
  return runOnOwnDisk(['true'], { size: '1m' }).then(
    () => undefined,
    (error: unknown) =>
      `no disk of its own can be mounted here: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** What the program prints. Its last argument is the folder of its disk. */
export async function runOnOwnDisk(command: readonly string[], { size }: { size: string }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-disk-'));
  try {
    const { stdout } = await run('unshare', ['-Urm', 'sh', '-c', mountAndRun, size, folder, ...command]);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

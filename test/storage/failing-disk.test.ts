import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** A file system in a file on a disk in memory of that size; it may be larger than what lies below it. */
const mountAndRun = `set -e
size=$0; folder=$1; fault=$2; node=$3; program=$4
mkdir "$folder/below" "$folder/disk"
mount -t tmpfs -o "size=$size" tmpfs "$folder/below"
truncate -s 300M "$folder/below/image"
mkfs.ext4 -q -E lazy_itable_init=1,lazy_journal_init=1 -J size=4 "$folder/below/image"
device=$(losetup -f --show "$folder/below/image")
trap 'umount -l "$folder/disk"; losetup -d "$device"; umount -l "$folder/below"' EXIT
mount -o errors=remount-ro "$device" "$folder/disk"
"$node" "$program" "$fault" "\${device#/dev/}" "$folder/disk"`;

function whyNoLoopDevice(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may set up a loop device';
  const missing = ['/dev/loop-control', '/usr/sbin/losetup', '/usr/sbin/mkfs.ext4'].filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `there is no ${missing.join(', ')} here`;
}

async function runOnLoopDevice(fault: string, size: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-loop-'));
  try {
    const program = join(import.meta.dirname, 'failing-disk.ts');
    const { stdout } = await run('unshare', [
      '-m',
      'sh',
      '-c',
      mountAndRun,
      size,
      folder,
      fault,
      process.execPath,
      program,
    ]);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [fault, size] of [
  ['read-only', '300m'],
  ['an end of the device', '24m'],
] as const) {
  it(
    `refuses to write and goes on to read on a disk with a fault: ${fault}`,
    { timeout: 120_000 },
    async ({ skip }) => {
      const reason = whyNoLoopDevice();
      if (reason !== undefined) skip(reason);
      const told = (await runOnLoopDevice(fault, size)) as { views: number };
      expect(told).toMatchObject({
        accepted: { code: 202 },
        refused: { code: 503, body: { type: expect.stringMatching(/storage_(?:failing|read_only)$/) as string } },
        read: { code: 200, body: { totals: { total: told.views } } },
        ready: { code: 503, body: { checks: { database: 'ok', storage: 'failing' } } },
      });
    },
  );
}

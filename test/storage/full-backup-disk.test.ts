import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runOnOwnDisk, whyNoOwnDisk } from './own-disk.ts';

it(
  'says which disk has no room for a backup, and leaves nothing behind there',
  { timeout: 60_000 },
  async ({ skip }) => {
    const reason = await whyNoOwnDisk();
    if (reason !== undefined) skip(reason);
    const said = await runOnOwnDisk([process.execPath, join(import.meta.dirname, 'full-backup-disk.ts')], {
      size: '1m',
    });
    const { disk, ...told } = JSON.parse(said) as { disk: string };
    const noRoomIn = (folder: string) => ({
      code: 'backup_needs_room',
      message: expect.stringContaining(`No space is left on the disk of ${disk}${folder}`) as string,
      left: [],
    });
    expect(told).toMatchObject({
      backUp: noRoomIn(''),
      check: noRoomIn('/docwright-backup-'),
      restore: noRoomIn('/data'),
    });
  },
);

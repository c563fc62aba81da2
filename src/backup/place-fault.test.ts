import { expect, it } from 'vitest';
import { BackupDamaged } from './errors.ts';
import { writingTo } from './place-fault.ts';

const fault = (code: string) => Object.assign(new Error('as the system says it'), { code });

it.each([
  ['no room, as the system says', fault('ENOSPC'), 'backup_needs_room'],
  ['no room, as SQLite says', fault('SQLITE_FULL'), 'backup_needs_room'],
  ['a disk that is read-only', fault('EROFS'), 'storage_read_only'],
  ['a disk that fails', fault('EIO'), 'storage_failing'],
  ['what is known already', new BackupDamaged('/srv/a', 'it is cut', fault('ENOSPC')), 'backup_damaged'],
])('tells %s', async (_, thrown, code) => {
  await expect(writingTo('/srv/backups', () => Promise.reject(thrown))).rejects.toMatchObject({
    facts: { code },
    message: expect.stringContaining('/srv/') as string,
  });
});

it('leaves other errors as they are', async () => {
  const thrown = new TypeError('a fault of ours');
  await expect(writingTo('/srv/backups', () => Promise.reject(thrown))).rejects.toBe(thrown);
});

import { expect, it } from 'vitest';
import { StorageFailing, StorageFull, StorageReadOnly, TooManyOpenFiles } from './errors.ts';
import { readStorageFault, readStorageFaultOfText } from './storage-fault.ts';

const thrown = (code: string) => Object.assign(new Error('it failed'), { code });

it.each([
  ['SQLITE_FULL', StorageFull],
  ['SQLITE_IOERR_SHMSIZE', StorageFull],
  ['ENOSPC', StorageFull],
  ['EDQUOT', StorageFull],
  ['SQLITE_READONLY', StorageReadOnly],
  ['SQLITE_READONLY_DBMOVED', StorageReadOnly],
  ['EROFS', StorageReadOnly],
  ['SQLITE_IOERR_FSYNC', StorageFailing],
  ['EIO', StorageFailing],
  ['EMFILE', TooManyOpenFiles],
  ['ENFILE', TooManyOpenFiles],
])('reads %s, as a cause and from another thread too', (code, kind) => {
  expect(readStorageFault(thrown(code))).toBeInstanceOf(kind);
  expect(readStorageFault(new Error('outer', { cause: thrown(code) }))).toBeInstanceOf(kind);
  const { facts } = new kind('It', undefined);
  expect(readStorageFault(Object.assign(new Error('cloned'), { facts }))).toBeInstanceOf(kind);
});

it('leaves everything else as it is', () => {
  for (const other of [thrown('SQLITE_BUSY'), thrown('ENOENT'), new Error('none'), 'a text', undefined]) {
    expect(readStorageFault(other)).toBeUndefined();
  }
});

it('reads what git says of its own disk, and not what a remote says of another', () => {
  expect(readStorageFaultOfText('error: unable to write file: No space left on device')).toBeInstanceOf(StorageFull);
  expect(readStorageFaultOfText('fatal: Read-only file system')).toBeInstanceOf(StorageReadOnly);
  expect(readStorageFaultOfText("fatal: '/d': Too many open files")).toBeInstanceOf(TooManyOpenFiles);
  expect(readStorageFaultOfText('fatal: Input/output error')).toBeInstanceOf(StorageFailing);
  expect(readStorageFaultOfText('remote: fatal: No space left on device\nerror: failed to push')).toBeUndefined();
});

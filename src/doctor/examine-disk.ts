import { proveWritable } from '../kernel/prove-writable.ts';
import { roomOf } from '../kernel/storage-fault.ts';
import type { Outcome } from './examination.ts';

/** As the dashboard and tools for disks count. */
const gigabyte = 1000 ** 3;

/** Warns below a gigabyte: a backup, a mirror of a repository or a merge of visits needs as much. */
export async function examineDisk(dataDirectory: string): Promise<Outcome> {
  await proveWritable(dataDirectory);
  const { freeBytes, totalBytes } = roomOf(dataDirectory);
  const message = `${dataDirectory}: ${toGigabytes(freeBytes)} of ${toGigabytes(totalBytes)} GB are free.`;
  return freeBytes < gigabyte
    ? {
        state: 'warning',
        message,
        remedy:
          'Enlarge this disk or free space on it: delete old backups and logs, or, while the server is stopped, `mirrors/`.',
      }
    : { state: 'ok', message, remedy: null };
}

function toGigabytes(bytes: number): string {
  return (bytes / gigabyte).toLocaleString('en', { maximumFractionDigits: 1 });
}

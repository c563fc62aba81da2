import { proveWritable } from '../kernel/prove-writable.ts';
import { roomOf } from '../kernel/storage-fault.ts';
import type { Outcome } from './examination.ts';

const gigabyte = 2 ** 30;

/** Warns below a gigabyte: a backup, a mirror of a repository or a merge of visits needs as much. */
export async function examineDisk(dataDirectory: string): Promise<Outcome> {
  await proveWritable(dataDirectory);
  const { freeBytes, totalBytes } = roomOf(dataDirectory);
  const message = `${dataDirectory}: ${inGigabytes(freeBytes)} of ${inGigabytes(totalBytes)} GB are free.`;
  return freeBytes < gigabyte
    ? {
        state: 'warning',
        message,
        remedy: 'Free space on this disk or enlarge it: old backups, logs, `mirrors/` while the server is stopped.',
      }
    : { state: 'ok', message, remedy: null };
}

function inGigabytes(bytes: number): string {
  return (bytes / gigabyte).toLocaleString('en', { maximumFractionDigits: 1 });
}

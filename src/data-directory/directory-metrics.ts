import { Gauge, type Registry } from 'prom-client';
import { duration } from '../kernel/clock.ts';
import { roomOf } from '../kernel/storage-fault.ts';
import { readLastBackup } from './last-backup.ts';

/** Adds the metrics of the disk of the data directory, and of its backups. */
export function addDirectoryMetrics(registry: Registry, dataDirectory: string): void {
  addRoom(registry, dataDirectory);
  addLastBackup(registry, dataDirectory);
}

function addRoom(registry: Registry, dataDirectory: string): void {
  const free = new Gauge({
    name: 'docwright_storage_free_bytes',
    help: 'What may still be written to the disk of the data directory.',
    registers: [registry],
    collect: () => {
      const { freeBytes, totalBytes } = roomOf(dataDirectory);
      free.set(freeBytes);
      total.set(totalBytes);
    },
  });
  const total = new Gauge({
    name: 'docwright_storage_size_bytes',
    help: 'Size of that disk.',
    registers: [registry],
  });
}

/** Not a number while there was none. */
function addLastBackup(registry: Registry, dataDirectory: string): void {
  const about = { success: 'was well', failure: 'was not' } as const;
  for (const [outcome, words] of Object.entries(about) as [keyof typeof about, string][]) {
    const gauge = new Gauge({
      name: `docwright_backup_last_${outcome}_timestamp_seconds`,
      help: `When the last backup ended that ${words}.`,
      registers: [registry],
      collect: async () => {
        const last = (await readLastBackup(dataDirectory))[outcome];
        gauge.set(last === undefined ? NaN : Date.parse(last.at) / duration.second);
      },
    });
  }
}

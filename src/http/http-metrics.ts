import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readLastBackup } from '../data-directory/last-backup.ts';
import { duration } from '../kernel/clock.ts';
import { roomOf } from '../kernel/storage-fault.ts';
import type { HttpAppOptions } from './create-http-app.ts';

/**
 * A registry of Prometheus metrics with those of the process and of the disk of the data directory, and the observer that
 * times every request.
 */
export function createHttpMetrics(dataDirectory: string): {
  registry: Registry;
  onRequest: NonNullable<HttpAppOptions['onRequest']>;
} {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRoom(registry, dataDirectory);
  addLastBackup(registry, dataDirectory);
  const durations = new Histogram({
    name: 'docwright_http_request_duration_seconds',
    help: 'Time until the headers of an answer, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    onRequest: ({ method, route, status, seconds }) => {
      durations.observe({ method: knownMethod(method), route, status: String(status) }, seconds);
    },
  };
}

/** Anybody can send any method; each would be a new time series. */
function knownMethod(method: string): string {
  return /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other';
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

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastBackup } from '../src/data-directory/last-backup.ts';
import { serve } from '../src/serve.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-schedule-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('backs up by itself as the settings say, and tells in the metrics when', { timeout: 60_000 }, async () => {
  const [data, to] = [join(folder, 'data'), join(folder, 'backups')];
  const server = await serve({
    DOCWRIGHT_DATA_DIR: data,
    DOCWRIGHT_PORT: '0',
    DOCWRIGHT_WORKERS: '0',
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_BACKUP_TO: to,
    DOCWRIGHT_VISITS_MEMORY: '96MB',
  });
  try {
    while (!existsSync(join(data, 'last-backup.json'))) await delay(50);
    const { success } = await readLastBackup(data);
    expect(readdirSync(to).map((name) => join(to, name))).toEqual([success?.place]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const seconds = /^docwright_backup_last_success_timestamp_seconds (\S+)$/m.exec(metrics)?.[1];
    expect(Number(seconds)).toBeCloseTo(Date.parse(success!.at) / 1_000);
    expect(metrics).toMatch(/^docwright_visits_memory_limit_bytes 100663296$/m);
    expect(metrics).toMatch(/^docwright_visits_memory_bytes\{use="events"\} 0$/m);
    expect(metrics).toMatch(/^docwright_backup_last_failure_timestamp_seconds Nan$/im);
  } finally {
    await server.stop();
  }
});

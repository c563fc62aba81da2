import { expect, it } from 'vitest';
import { remedyAt } from '../kernel/app-error.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { StorageFull, StorageReadOnly } from '../kernel/errors.ts';
import { createLogger } from '../kernel/logger.ts';
import { createHttpApp } from './create-http-app.ts';

function start() {
  const lines: Record<string, unknown>[] = [];
  const clock = createManualClock(0);
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const logger = createLogger({ level: 'info', redact: (line) => line, destination });
  const app = createHttpApp({ logger, clock, trustedProxies: [] });
  app.get('/full', () => {
    throw new StorageFull('/srv/data/docwright.sqlite', new Error('SQLITE_FULL'));
  });
  app.get('/read-only', () => {
    throw new StorageReadOnly('/srv/data/docwright.sqlite', undefined);
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  return { lines, clock, ask: (path: string) => app.request(path) };
}

it('tells of a disk that refuses once a minute for each cause, without a stack', async () => {
  const { lines, clock, ask } = start();
  for (let time = 0; time < 5; time += 1) await ask('/full');
  await ask('/read-only');
  expect(lines.map(({ code }) => code)).toEqual(['storage_full', 'storage_read_only']);
  expect(lines[0]).toMatchObject({ othersSince: 0, remedy: remedyAt('cli', StorageFull.facts) });
  expect(JSON.stringify(lines)).not.toContain('stack');
  clock.advance(duration.minute);
  await ask('/full');
  expect(lines.at(-1)).toMatchObject({ code: 'storage_full', othersSince: 4 });
});

it('tells of every other fault', async () => {
  const { lines, ask } = start();
  for (let time = 0; time < 2; time += 1) await ask('/broken');
  expect(lines.map(({ code }) => code)).toEqual(['internal_fault', 'internal_fault']);
});

it('names no path of this machine in an answer', async () => {
  const { ask } = start();
  const response = await ask('/full');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  const text = await response.text();
  expect(text).toContain('The data directory cannot be written to');
  expect(text).not.toContain('/srv');
});

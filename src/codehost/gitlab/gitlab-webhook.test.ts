import { expect, it } from 'vitest';
import { WebhookUnreadable } from '../errors.ts';
import type { WebhookRequest } from '../webhook.ts';
import { gitlabWebhook } from './gitlab-webhook.ts';

const secret = 'whsec_test';

function deliver(event: string, payload: unknown, token = secret): WebhookRequest {
  const headers: Record<string, string> = { 'x-gitlab-event': event, 'x-gitlab-token': token };
  return { rawBody: Buffer.from(JSON.stringify(payload)), header: (name) => headers[name] };
}

const project = { web_url: 'https://gitlab.example/group/sub/docs' };
const note = {
  id: 1241,
  note: '/docwright go',
  noteable_type: 'MergeRequest',
  created_at: '2026-11-30 08:21:36 UTC',
  discussion_id: '6a9c1750b37d513a43987b574953fceb50b03ce7',
  action: 'create',
};
const payload = { object_kind: 'note', project, user: { id: 5, username: 'ada' }, merge_request: { iid: 7 } };

it('carries the secret itself', () => {
  expect(gitlabWebhook.isSigned(deliver('Push Hook', {}), secret)).toBe(true);
  for (const token of ['', 'whsec_tes', 'whsec_tesu'])
    expect(gitlabWebhook.isSigned(deliver('Push Hook', {}, token), secret)).toBe(false);
  expect(gitlabWebhook.isSigned({ rawBody: Buffer.from(''), header: () => undefined }, secret)).toBe(false);
  const { headers, body } = gitlabWebhook.ping(secret);
  const ping = { rawBody: Buffer.from(body), header: (name: string) => headers[name] };
  expect([gitlabWebhook.isSigned(ping, secret), gitlabWebhook.read(ping)]).toEqual([true, { kind: 'ping' }]);
});

it.each([
  ['opened', 'open'],
  ['locked', 'open'],
  ['closed', 'closed'],
  ['merged', 'merged'],
])('tells of a merge request that is %s', (state, expected) => {
  const event = deliver('Merge Request Hook', { project, object_attributes: { iid: 7, state } });
  const repositoryUrl = project.web_url;
  const told = { kind: 'pull-request', repositoryUrl, number: 7, state: expected, pushed: undefined };
  expect(gitlabWebhook.read(event)).toEqual(told);
});

it('tells what was opened, pushed to or marked as ready', () => {
  const attributes = { iid: 7, state: 'opened', source_branch: 'guide', last_commit: { id: 'abc' }, draft: false };
  const read = (fields: object, more: object = {}) =>
    gitlabWebhook.read(
      deliver('Merge Request Hook', { project, object_attributes: { ...attributes, ...fields }, ...more }),
    );
  const pushed = { headBranch: 'guide', headSha: 'abc', draft: false };
  for (const told of [
    read({ action: 'open' }),
    read({ action: 'reopen' }),
    read({ action: 'update', oldrev: 'abb' }),
    read({ action: 'update' }, { changes: { draft: { previous: true, current: false } } }),
  ])
    expect(told).toMatchObject({ pushed });
  expect(read({ action: 'open', draft: true })).toMatchObject({ pushed: { draft: true } });
  for (const other of [
    read({ action: 'update' }),
    read({ action: 'update' }, { changes: { draft: { previous: false, current: true } } }),
    read({ action: 'close', state: 'closed', oldrev: null }),
    read({}),
  ])
    expect(other).toMatchObject({ pushed: undefined });
});

it('tells what people write, with its place and its discussion', () => {
  const read = (fields: object, more: object = {}) =>
    gitlabWebhook.read(deliver('Note Hook', { ...payload, ...more, object_attributes: { ...note, ...fields } }));
  const below = read({});
  expect(below).toMatchObject({ kind: 'comment', number: 7, id: '1241', author: 'ada', isByBot: false });
  expect(below).toMatchObject({ authorEmail: '5-ada@users.noreply.gitlab.example' });
  expect(below).toMatchObject({ thread: { kind: 'conversation', id: note.discussion_id }, path: undefined });
  const position = { new_path: 'docs/a.md', old_path: 'docs/a.md', new_line: 3, old_line: null };
  expect(read({ position })).toMatchObject({ path: 'docs/a.md', line: 3, thread: { kind: 'line' } });
  expect(read({ position: { ...position, new_line: null, old_line: 2 } })).toMatchObject({ line: 2 });
  expect(read({}, { user: { username: 'project_12_bot_a1' } })).toMatchObject({ isByBot: true });
  expect(read({ action: 'update' })).toBeUndefined();
  expect(read({}, { merge_request: undefined })).toBeUndefined();
  expect(() => read({ discussion_id: 5 })).toThrow(WebhookUnreadable);
  expect(Date.parse(below?.kind === 'comment' ? below.createdAt : '')).toBe(Date.UTC(2026, 10, 30, 8, 21, 36));
});

it('tells that pipelines ended and that others pushed', () => {
  const change = { kind: 'change', repositoryUrl: project.web_url };
  const read = (event: string, fields: object) => gitlabWebhook.read(deliver(event, { project, ...fields }));
  expect(read('Pipeline Hook', { object_attributes: { status: 'failed' } })).toEqual(change);
  expect(read('Pipeline Hook', { object_attributes: { status: 'running' } })).toBeUndefined();
  expect(read('Push Hook', { ref: 'refs/heads/main' })).toEqual(change);
  expect(read('Push Hook', { ref: 'refs/heads/docwright/a' })).toBeUndefined();
  expect(() => read('Push Hook', {})).toThrow(WebhookUnreadable);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentJob } from '../client/src/index.ts';
import { runCommand, startCommand, type Circumstances, type Outcome } from './command-line.ts';
import { freePort } from './free-port.ts';
import { startProxyServer } from './proxy-server.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

const finish = { tool: 'finish', input: { title: 'Add a page', summary: 'One page more.' } };
const unchanged = {
  tool: 'finish',
  input: { ...finish.input, summary: 'It is right as it is.', no_change: 'not_needed' },
};
const transcripts = {
  page: {
    description: 'Adds a page.',
    turns: [
      { calls: [{ tool: 'write', input: { path: 'quickstart.md', content: '# Quickstart\n' } }] },
      { calls: [finish] },
    ],
    afterwards: { calls: [unchanged] },
  },
  refused: {
    description: 'The key is not accepted.',
    turns: [{ faults: Array.from({ length: 20 }, () => 'key-invalid') }],
  },
  stuck: {
    description: 'Gets nowhere after its first page.',
    turns: [
      { calls: [{ tool: 'write', input: { path: 'first.md', content: '# First\n' } }] },
      ...Array.from({ length: 5 }, () => ({ calls: [{ tool: 'read', input: { path: 'nowhere.md' } }] })),
    ],
  },
  slow: { description: 'Takes its time.', turns: [{ waitMilliseconds: 2_000, calls: [unchanged] }] },
  endless: { description: 'Never answers.', turns: [{ calls: [finish], waitMilliseconds: 600_000 }] },
};

let server: RunningServer;
beforeAll(async () => {
  server = await startRunningServer(transcripts, {
    environment: { OPENAI_COMPATIBLE_BASE_URL: 'https://models.invalid/v1' },
  });
});
afterAll(async () => {
  await server.stop();
});

function circumstances({
  key = server.apiKey,
  env = {},
  ...more
}: Circumstances & { readonly key?: string | undefined }) {
  const usual = {
    PATH: process.env['PATH'],
    DOCWRIGHT_URL: server.url,
    DOCWRIGHT_PROJECT: server.projectId,
    DOCWRIGHT_API_KEY: key,
  };
  return { ...more, env: { ...usual, ...env } };
}
const docwright = (parts: readonly string[], options: Parameters<typeof circumstances>[0] = {}): Promise<Outcome> =>
  runCommand(parts, circumstances(options));

it('creates a job from standard input, shows every event as a plain line, and ends with 0', async () => {
  const done = await docwright(['job', 'create', '-', '--model', 'scripted/page', '--wait', '--json'], {
    input: 'Add a quickstart',
  });
  expect(done.code).toBe(0);
  const job = JSON.parse(done.out) as AgentJob;
  expect(job).toMatchObject({ status: 'completed', prompt: 'Add a quickstart' });
  const lines = done.error.trimEnd().split('\n');
  expect(lines.every((line) => /^\d\d:\d\d:\d\d \S/.test(line))).toBe(true);
  expect(lines.at(-2)).toContain(String(job.prLink));
  // eslint-disable-next-line no-control-regex -- escape sequences are what must not be there
  expect(done.error + done.out).not.toMatch(/\x1b/);

  expect((await docwright(['job', 'diff', job.id])).out).toContain('+# Quickstart');
  expect((await docwright(['job', 'get', job.id])).out).toContain('One page more.');
  const listed = (await docwright(['job', 'list'])).out.split('\n').find((line) => line.startsWith(job.id));
  const actor = job.createdBy?.actor ?? '';
  expect(actor).toMatch(/^key:/);
  expect(listed).toMatch(
    new RegExp(`Add a page  ${job.createdBy?.name ?? '?'} +\\+1 -0 +\\$0\\.\\d+ +${String(job.prLink)}$`),
  );
  const shown = (await docwright(['job', 'show', job.id])).out;
  expect(shown).toMatch(/lines +\+1 -0/);
  expect(shown).toContain(`created by    ${job.createdBy?.name ?? '?'}`);
  const followUp = await docwright(['job', 'message', job.id, 'And more', '--wait', '--json']);
  expect(JSON.parse(followUp.out)).toMatchObject({ status: 'completed', prLink: job.prLink });
  expect(followUp.error).toMatch(/^\S+ message: And more\n/);
  expect((await docwright(['job', 'archive', job.id])).code).toBe(0);
  expect((await docwright(['job', 'watch', job.id])).code).toBe(4);
});

it('ends with 3 when the job failed, and says why and what to do', async () => {
  const failed = await docwright(['job', 'create', 'Add a page', '--model', 'scripted/refused', '--wait']);
  expect(failed.code).toBe(3);
  expect(failed.out).toMatch(/status +failed/);
  expect(failed.out).toMatch(/failure +\S.*\n\S/);
  expect(failed.out).not.toMatch(/^branch/m);
});

it('shows the draft of a run that got stuck, why it is one, and its branch', async () => {
  const stuck = await docwright(['job', 'create', 'Add pages', '--model', 'scripted/stuck', '--wait']);
  expect(stuck.code).toBe(0);
  expect(stuck.out).toMatch(/pull request +http/);
  expect(stuck.out).toContain('The pull request is a draft. The agent got the same answer from its tool read');
  expect(stuck.out).toMatch(/^branch +docwright\//m);
});

it('ends with 5 when the job takes longer than the wait', async () => {
  const late = await docwright(['job', 'create', 'x', '--model', 'scripted/endless', '--wait', '--timeout', '0.005']);
  expect(late.code).toBe(5);
  expect(late.error).toMatch(/did not end within 0.005 minutes/);
  const [job] = JSON.parse((await docwright(['job', 'list', '--status', 'active', '--json'])).out) as AgentJob[];
  expect((await docwright(['job', 'archive', job!.id, '--json'])).code).toBe(0);
});

it('passes on what the server refuses', async () => {
  const wrongKey = await docwright(['job', 'list', '--json'], { key: 'dw_admin_nonsense' });
  expect(wrongKey).toMatchObject({ code: 1, out: '' });
  expect(JSON.parse(wrongKey.error)).toMatchObject({ type: '/problems/unauthorized', status: 401 });
  const empty = await docwright(['job', 'create', '']);
  expect(empty.code).toBe(2);
  expect(empty.error).toContain('prompt');
  const nowhere = await docwright(['job', 'list', '--url', `http://127.0.0.1:${await freePort()}`]);
  expect(nowhere).toMatchObject({ code: 1, out: '' });
  expect(nowhere.error).toMatch(/^Cannot reach \S+: nothing accepts connections there\./);
});

it('reports visitors, views and agents', async () => {
  for (const report of ['visitors', 'views', 'agents']) {
    const { code, out } = await docwright([report, '--from', '2026-01-01', '--json']);
    expect([code, JSON.parse(out)]).toEqual([0, { totals: { human: 0, ai: 0, total: 0 }, rows: [], hasMore: false }]);
  }
  expect((await docwright(['visitors', '--from', '2026-02-30'])).code).toBe(2);
  expect((await docwright(['visitors', '--csv'])).out).toBe('path,human,ai,total\r\n');
  expect((await docwright(['visitors', '--csv', '--json'])).code).toBe(2);
});

it('prints visitors as a table, and all of them as CSV', async () => {
  const userAgent = 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)';
  const visit = (ip: string, path: string) => ({ timestamp: Date.now(), ip, path, userAgent });
  await sendEvents([
    visit('198.51.100.1', '/guide'),
    visit('198.51.100.2', '/guide'),
    visit('198.51.100.2', '/guide'),
    visit('198.51.100.2', '/a,"b"'),
  ]);
  const { out } = await docwright(['visitors', '--limit', '1']);
  expect(out.split('\n').map((line) => line.split(/ +/))).toEqual([
    ['TOTAL', 'HUMAN', 'AI', 'PAGE'],
    ['2', '0', '2', 'all'],
    ['2', '0', '2', '/guide'],
    ['More', 'rows', 'exist:', 'raise', '--limit,', 'or', 'get', 'all', 'with', '--csv.'],
    [''],
  ]);
  const csv = async (report: string) => (await docwright([report, '--csv', '--limit', '1'])).out;
  expect(await csv('visitors')).toBe('path,human,ai,total\r\n/guide,0,2,2\r\n"/a,""b""",0,1,1\r\n');
  expect(await csv('views')).toBe('path,human,ai,total\r\n/guide,0,3,3\r\n"/a,""b""",0,1,1\r\n');
  expect(await csv('agents')).toBe('value,human,ai,total\r\nClaude Code,0,2,2\r\n');
});

async function sendEvents(events: readonly object[]): Promise<void> {
  const { key } = await server.administer(({ projects }) =>
    projects.keys.create(server.projectId, { name: 'site', kind: 'ingest' }, 'test'),
  );
  const response = await fetch(`${server.url}/v1/ingest/${server.projectId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  expect(await response.json()).toMatchObject({ accepted: events.length });
}

it('finds the project by its name, by its id, or by the key alone', async () => {
  for (const DOCWRIGHT_PROJECT of ['Docs', server.projectId, '']) {
    expect((await docwright(['job', 'list', '--json'], { env: { DOCWRIGHT_PROJECT } })).code).toBe(0);
  }
  const unknown = await docwright(['visitors', '--project', 'Nothing']);
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.error).toMatch(/^There is no project "Nothing"\.\n.*project list/);
});

it('finds the server that works on the data directory, and the address for an invitation', async () => {
  const here = { DOCWRIGHT_DATA_DIR: server.dataDirectory, DOCWRIGHT_URL: '' };
  expect((await docwright(['job', 'list'], { env: here })).code).toBe(0);
  const { out, error } = await docwright(['invite', '--role', 'viewer'], { env: here });
  expect(out.startsWith(`${server.url}/invitation#`)).toBe(true);
  expect(error).toBe('');
});

it.each([
  [1, 'a wrong key', /rejected DOCWRIGHT_API_KEY.*\n.*key create/, ['job', 'list'], 'dw_admin_x'],
  [1, 'no model', /No model is set.*Set ANTHROPIC_API_KEY/, ['job', 'create', 'x'], undefined],
])('exits with %i for %s and says what to do', async (code, _case, sentence, parts, key) => {
  const outcome = await docwright(parts, { key });
  expect(outcome).toMatchObject({ code, out: '' });
  expect(outcome.error).toMatch(sentence);
});

it('saves views and makes share links', async () => {
  const json = async (...parts: string[]) => JSON.parse((await docwright([...parts, '--json'])).out) as unknown;
  const view = (await json('view', 'save', 'Guide', 'range=7d')) as { id: string };
  expect(await json('view', 'list')).toEqual([view]);
  expect(await json('view', 'remove', view.id)).toEqual({ removed: view.id });
  const { out } = await docwright(['share', 'create', 'Board', 'range=90d']);
  expect(out).toMatch(new RegExp(`^${server.url}/shared\\?range=90d#dw_share_[\\w-]{43}\n$`));
  const [link] = (await json('share', 'list')) as { id: string; name: string }[];
  expect(link?.name).toBe('Board');
  expect(await json('share', 'revoke', link?.id ?? '')).toEqual({ revoked: link?.id });
  const again = await docwright(['share', 'revoke', link?.id ?? '']);
  expect(again.code).not.toBe(0);
  expect(again.error).toContain('docwright share list');
});

it('asks a server through a proxy, and says what of the way to it failed', async () => {
  const proxy = await startProxyServer();
  proxy.routes.set('docwright.test', Number(new URL(server.url).port));
  const through = (url: string) => ({ env: { DOCWRIGHT_URL: url, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url } });
  try {
    const created = await docwright(
      ['job', 'create', 'Add a page', '--model', 'scripted/page', '--wait', '--json'],
      through('http://docwright.test'),
    );
    expect(JSON.parse(created.out)).toMatchObject({ status: 'completed', prompt: 'Add a page' });
    expect(proxy.requests).toContain(`POST http://docwright.test/v2/agent/${server.projectId}/job`);
    const refused = await docwright(['job', 'list'], through('https://forbidden.test'));
    expect(refused.error).toMatch(
      /^Cannot reach forbidden\.test: the proxy \S+ refused to connect to it \(403\)\. Allow/,
    );
    expect(refused.error).not.toContain(proxy.password);
  } finally {
    await proxy.close();
  }
});

it('says at once why a model is not reached, and what to do', async () => {
  const said = Promise.withResolvers<string>();
  const waiting = startCommand(
    ['job', 'create', 'Add a page', '--model', 'openai-compatible/any', '--wait'],
    circumstances({
      onSaid: (text) => {
        if (text.includes('waiting:')) said.resolve(text);
      },
    }),
  );
  const message = 'Cannot reach models.invalid: no DNS server knows this name. Check the spelling of the address';
  expect(await said.promise).toContain(`waiting: ${message}`);
  const [job] = JSON.parse((await docwright(['job', 'list', '--status', 'active', '--json'])).out) as [AgentJob];
  expect(job.waiting).toMatchObject({ code: 'model_unreachable', message: expect.stringContaining(message) as string });
  await docwright(['job', 'archive', job.id]);
  expect((await waiting).code).toBe(4);
});

it('lists the jobs that all filters leave', async () => {
  const started = await docwright([
    'job',
    'create',
    'Mend the glossary',
    '--model',
    'scripted/page',
    '--wait',
    '--json',
  ]);
  const job = JSON.parse(started.out) as AgentJob;
  const idsOf = async (...filter: string[]) =>
    (JSON.parse((await docwright(['job', 'list', '--json', ...filter])).out) as AgentJob[]).map(({ id }) => id);
  expect(await idsOf('--search', 'glossary mend')).toEqual([job.id]);
  expect(await idsOf('--search', 'glossary', '--pull-request', 'merged')).toEqual([]);
  expect(await idsOf('--search', 'glossary', '--pull-request', 'open')).toEqual([job.id]);
  expect(await idsOf('--search', 'glossary', '--created-by', 'automation')).toEqual([]);
  expect(await idsOf('--search', 'glossary', '--created-by', job.createdBy?.actor ?? '')).toEqual([job.id]);
  expect(await idsOf('--search', 'glossary', '--status', 'failed')).toEqual([]);
  const refused = await docwright(['job', 'list', '--created-by', 'Ada']);
  expect([refused.code === 0, refused.error]).toEqual([false, expect.stringContaining('createdBy') as string]);
});

it('waits for a server that is stopped and started again, says so once, and ends as the job does', async () => {
  const [begun, away] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const waiting = startCommand(
    ['job', 'create', 'Add pages', '--model', 'scripted/slow', '--wait'],
    circumstances({
      onSaid: (text) => {
        if (text.includes('running')) begun.resolve(undefined);
        if (text.includes('Retrying')) away.resolve(undefined);
      },
    }),
  );
  await begun.promise;
  await server.restart(async () => {
    await away.promise;
    return {};
  });
  const { code, out, error } = await waiting;
  expect([code, out]).toEqual([0, expect.stringContaining('completed')]);
  expect(error.match(/cannot be reached.*Retrying for up to 5 minutes/g)).toHaveLength(1);
});

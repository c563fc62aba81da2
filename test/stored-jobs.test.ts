import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltInAgent } from '../src/agent/agents/built-in/built-in-agent.ts';
import { createJobEvents } from '../src/agent/jobs/job-events.ts';
import { createJobQueue } from '../src/agent/jobs/job-queue.ts';
import { createJobStore } from '../src/agent/jobs/job-store.ts';
import type { Note, TranscriptEntry } from '../src/agent/jobs/transcript.ts';
import { createRunJob } from '../src/agent/round/run-job.ts';
import { createWorkOnJob } from '../src/agent/round/work-on-job.ts';
import { createLocalCodeHost } from '../src/codehost/local/local-code-host.ts';
import { createLocalPullRequests } from '../src/codehost/local/local-pull-requests.ts';
import { createLocalRepositories } from '../src/codehost/local/local-repositories.ts';
import { leaseTimeOf } from '../src/db/lease-time.ts';
import { createLocalWakeups } from '../src/db/wakeups.ts';
import { openSqliteDatabase, type DatabaseConnection } from '../src/db/open-database.ts';
import { createCheck } from '../check/src/create-check.ts';
import { createManualClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { createSecretBox } from '../src/kernel/secret-box.ts';
import { createScriptedModel } from '../src/model/scripted/scripted-model.ts';
import { transcriptSchema } from '../src/model/scripted/transcript.ts';
import { createProjectStore } from '../src/projects/project-store.ts';
import { createBubblewrapSandbox } from '../src/sandbox/bubblewrap/bubblewrap-sandbox.ts';
import { createWebPages } from '../src/web-pages/web-pages.ts';
import { createWorkspaces } from '../src/workspace/create-workspaces.ts';

// A data directory that commit c1d8b94 wrote (`stored-jobs/make-c1d8b94.ts.txt`): jobs stopped where what comes next hung
// on the wording of a note to the model. This version opens it and brings each of them to its end.

const finish = { tool: 'finish', input: { title: 'Fix a typo in the guide', summary: 'Corrected "teh".' } };
const unchanged = {
  tool: 'finish',
  input: { ...finish.input, summary: 'It is right as it is.', no_change: 'not_needed' },
};
/** Turns that are stored already; a model that is asked for one of them again gives itself away. */
const stored = (count: number) => Array.from({ length: count }, () => ({ text: 'asked again for a stored turn' }));

let folder: string;
let db: DatabaseConnection;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-stored-'));
  const packed = gunzipSync(readFileSync(join(import.meta.dirname, 'stored-jobs/c1d8b94.json.gz'))).toString();
  const { files } = JSON.parse(packed) as { files: Record<string, string> };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'));
  }
  db = await openSqliteDatabase(join(folder, 'docwright.sqlite'));
  // It was written in a data directory elsewhere, whose path its project named.
  expect(await db.selectFrom('projects').select('repository_url').execute()).toEqual([
    { repository_url: 'local:docs' },
  ]);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** The job with this prompt goes on, with a model that plays `turns` from where it stopped. */
async function goOn(prompt: string, turns: unknown[], { contextTokens = 200_000, settings = {}, message = '' } = {}) {
  const { id, project_id: projectId } = await db
    .selectFrom('jobs')
    .select(['id', 'project_id'])
    .where('prompt', '=', prompt)
    .executeTakeFirstOrThrow();
  const clock = createManualClock(Date.UTC(2026, 0, 1, 0, 5));
  const projects = createProjectStore({ db, secretBox: createSecretBox(Buffer.alloc(32, 1)), clock });
  await projects.update(projectId, { settings }, 'test');
  const events = createJobEvents({ db, wakeups: createLocalWakeups() });
  const queue = createJobQueue({ db, clock, leaseTime: leaseTimeOf(clock), owner: 'test', leaseMilliseconds: 30_000 });
  const localRepositoryUrl = () => 'https://docwright.example/pulls';
  const jobs = createJobStore({
    db,
    clock,
    deletionTime: () => clock.now(),
    events,
    localRepositoryUrl,
    onQueued: () => undefined,
  });
  if (message !== '')
    await jobs.message({ projectId, jobId: id, prompt: message, jobsPerHour: 100, idempotent: undefined });
  const inAMoment = clock.now() + 1;
  await db
    .updateTable('jobs')
    .set((row) => ({ available_at: row.case().when('id', '=', id).then(0).else(inAMoment).end() }))
    .execute();
  const claimed = await queue.claim();
  expect(claimed?.job.id).toBe(id);
  const model = createScriptedModel({
    name: 'scripted/test',
    transcript: transcriptSchema.parse({ description: 'stored', turns, contextTokens }),
    wait: () => Promise.resolve(),
    random: () => 0,
  });
  const repositories = createLocalRepositories({ dataDirectory: folder, roots: ['/'] });
  const pullRequests = createLocalPullRequests({ clock });
  const codeHost = createLocalCodeHost({ repositories, pullRequests, pageUrl: 'https://docwright.example/pulls' });
  const runJob = createRunJob({
    connect: async () => {
      const project = (await projects.get(projectId))!;
      return {
        project,
        codeHost,
        repository: { url: project.repositoryUrl, baseBranch: undefined, credentials: undefined },
      };
    },
    resolveAgent: () => Promise.resolve(createBuiltInAgent({ model })),
    workspaces: createWorkspaces({ dataDirectory: folder, logger: silentLogger }),
    docsCheck: createCheck(),
    sandbox: createBubblewrapSandbox(),
    webPages: createWebPages(),
    secretsOf: () => Promise.resolve([]),
    clock,
  });
  const control = { signal: new AbortController().signal, isDraining: () => false };
  const workOnJob = createWorkOnJob({ db, clock, steadyClock: clock, events, queue, logger: silentLogger, runJob });
  await workOnJob(claimed!.job, claimed!.lease, control);
  const rows = await db
    .selectFrom('job_turns')
    .select('entries')
    .where('job_id', '=', id)
    .orderBy('turn_index')
    .execute();
  const transcript = rows.flatMap(({ entries }) => JSON.parse(entries) as TranscriptEntry[]);
  const notes = transcript.filter((entry): entry is Note => entry.role === 'user' && entry.origin !== undefined);
  const diff = await jobs.diff(projectId, id);
  return { job: (await jobs.find(projectId, id))!, diff, notes: notes.map(({ origin, kind }) => `${origin} ${kind}`) };
}

describe('a job that commit c1d8b94 stored', () => {
  it('is not reminded again of what it was told', async () => {
    const { job, notes, diff } = await goOn('reminded', stored(3));
    expect(job).toMatchObject({ status: 'completed', summary: 'Really done.', usage: { modelCalls: 3 } });
    expect(notes).toEqual(['agent reminder']);
    expect(diff).toContain('+This is the guide.');
  });

  it('is given up after the corrections that it was given', async () => {
    const { job, notes } = await goOn('corrected three times', stored(8));
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'change_not_valid' }, usage: { modelCalls: 8 } });
    expect(notes).toEqual(['round findings', 'round findings', 'round findings']);
  });

  it('is told only once to come to an end', async () => {
    const settings = { budgets: { modelCalls: 21 } };
    const read = { calls: [{ tool: 'read', input: { path: 'index.mdx' } }] };
    const { job, notes } = await goOn('told to come to an end', [...stored(19), read, { calls: [unchanged] }], {
      settings,
    });
    expect(job).toMatchObject({ status: 'completed', prLink: null, usage: { modelCalls: 21 } });
    expect(notes).toEqual(['agent cut-off', 'agent last-calls']);
  });

  it('goes on from its summary', async () => {
    const rest = [{ calls: [{ tool: 'edit', input: { path: 'guide.mdx', old_text: 'teh', new_text: 'the' } }] }];
    const navigate = { tool: 'read', input: { path: 'docs.json' } };
    const list = {
      tool: 'edit',
      input: { path: 'docs.json', old_text: '"guide"', new_text: '"guide","a","b","c","d","e"' },
    };
    const turns = [...stored(6), { calls: [navigate, list] }, ...rest, { calls: [finish] }];
    const { job, notes } = await goOn('summarised', turns, { contextTokens: 30_000 });
    expect(job).toMatchObject({ status: 'completed', title: 'Fix a typo in the guide', failure: null });
    expect(notes).toEqual([]);
  });

  it('runs the tools again that were under way, and pays nothing for it', async () => {
    const { job } = await goOn('in the middle of tools', [...stored(1), { calls: [finish] }]);
    expect(job).toMatchObject({ status: 'completed', usage: { modelCalls: 2 } });
    expect(job.prLink).not.toBeNull();
  });

  it.each([
    ['completed', 2],
    ['refused', 1],
  ])('that is %s takes a further message', async (prompt, before) => {
    const read = ['index.mdx', 'guide.mdx'].map((path) => ({ tool: 'read', input: { path } }));
    const greet = { tool: 'edit', input: { path: 'index.mdx', old_text: 'See the', new_text: 'Hello! See the' } };
    const turns = [...stored(before), { calls: [...read, greet] }, { calls: [finish] }];
    const { job } = await goOn(prompt, turns, { message: 'Also greet' });
    expect(job).toMatchObject({ status: 'completed', failure: null, usage: { modelCalls: before + 2 } });
    expect(job.prLink).not.toBeNull();
  });

  it('still counts against the hour of its project', async () => {
    const uses = await db.selectFrom('limited_uses').select(['subject', 'expires_at']).execute();
    const { id: projectId } = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
    expect(new Set(uses.map(({ subject }) => subject))).toEqual(new Set([`jobs ${projectId}`]));
    expect(uses).toHaveLength(7);
    const [first] = await db.selectFrom('jobs').select('created_at').orderBy('created_at').execute();
    expect(Math.min(...uses.map((use) => use.expires_at))).toBe(first!.created_at + 3_600_000);
  });
});

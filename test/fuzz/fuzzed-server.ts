import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWatchedServer, type WatchedServer } from '../hostile/start-watched-server.ts';
import { operationsOf, type ApiDocument, type Operation } from './request-inputs.ts';

/** A real server with much that nobody may see, and somebody who may do everything. */
export interface FuzzedServer extends WatchedServer {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  /** What no answer may hold: secrets, and where things lie on this machine. */
  readonly planted: readonly string[];
  /** Sets what `$key`, `$session` and `$project` stand for, if an input undid it. */
  renew(): Promise<void>;
  /** A text with those in place. */
  filled(text: string): string;
}

const secrets = {
  ANTHROPIC_API_KEY: 'sk-ant-api03-planted0planted1planted2planted3',
  DOCWRIGHT_METRICS_KEY: 'planted-metrics-key-8417358',
};
const drainSecret = 'planted-drain-secret-5530125';
const password = 'planted-password-9920137';
const finish = { tool: 'finish', input: { title: 'Add a note', summary: 'A note.' } };
const quick = {
  description: 'Adds a page.',
  turns: [{ calls: [{ tool: 'write', input: { path: 'note.md', content: '# A note\n' } }] }, { calls: [finish] }],
  afterwards: {
    calls: [{ ...finish, input: { ...finish.input, summary: 'Nothing more to add.', no_change: 'not_needed' } }],
  },
};
const settings = {
  jobsPerHour: 200,
  analytics: {
    readsPerMinute: 1_000_000,
    collectSecondsPerMinute: 60,
    sites: ['https://docs.example'],
    humanSource: 'both',
  },
};

export async function startFuzzedServer(): Promise<FuzzedServer> {
  const server = await startWatchedServer({ transcripts: { quick }, variables: secrets });
  const owner = await server.administer(async ({ accounts }) => {
    const link = new URL((await accounts.setUpLink(server.url)) ?? '');
    const account = { token: link.hash.slice(1), name: 'Owner', email: 'owner@docs.example', password };
    return (await accounts.invitations.accept(account)).id;
  });
  const standsFor = new Map<string, string>();
  const document = await server.administer(({ http }) =>
    Promise.resolve(
      http.getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } }) as unknown as ApiDocument,
    ),
  );
  let fresh = 0;

  const isUsable = async (): Promise<boolean> => {
    const headers = { authorization: `Bearer ${standsFor.get('key') ?? ''}` };
    const cookie = { cookie: `docwright_session=${standsFor.get('session') ?? ''}` };
    const answers = await Promise.all([
      fetch(`${server.url}/v1/projects`, { headers }),
      fetch(`${server.url}/api/dashboard/audit-log`, { headers: cookie }),
    ]);
    for (const answer of answers) await answer.body?.cancel();
    return answers.every(({ ok }) => ok);
  };
  const renew = async (): Promise<void> => {
    if (standsFor.size > 0 && (await isUsable())) return;
    fresh += 1;
    const { projectId } = await server.addProject(`docs-${fresh}`, { 'index.md': '# Docs\n' });
    await server.administer(async ({ accounts, projects }) => {
      await projects.update(projectId, { model: 'scripted/quick', settings }, 'test');
      await projects.setSecret(projectId, 'drain:vercel', drainSecret, 'test');
      const scopes = ['agent:read', 'agent:write', 'analytics:read', 'analytics:write', 'ingest'] as const;
      const { key } = await projects.keys.create(projectId, { name: 'fuzz', scopes: [...scopes] }, 'test');
      standsFor.set('key', key);
      standsFor.set('session', await accounts.sessions.start({ memberId: owner, browser: 'fuzz' }));
      standsFor.set('project', projectId);
    });
  };
  await renew();
  const masterKey = readFileSync(join(server.dataDirectory, 'master.key'), 'utf8').trim();
  return {
    ...server,
    document,
    operations: operationsOf(document),
    planted: [
      ...Object.values(secrets),
      drainSecret,
      password,
      masterKey,
      server.dataDirectory,
      join(import.meta.dirname, '../..'),
    ],
    renew,
    filled: (text) =>
      text.replaceAll(/\$(key|session|project)/g, (whole, name: string) => standsFor.get(name) ?? whole),
  };
}

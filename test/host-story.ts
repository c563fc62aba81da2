import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import type { AgentJob } from '../client/src/index.ts';
import type { CodeHostKind } from '../src/contract/code-host.ts';
import { createLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { redactSecrets } from '../src/secrets/redact-secrets.ts';
import { runCommand } from './command-line.ts';

/** A code host, with the actions of a person on it. */
export interface StoryHost {
  readonly kind: CodeHostKind;
  readonly repositoryUrl: string;
  readonly token: string;
  /** What the project stores, if it is more than the token. */
  readonly credential?: string;
  /** Variables of the server, such as the URL of the host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Without a token for the project: connects the server itself. */
  connect?(application: Application): Promise<void>;
  /** Who would be recognised by its address or by what its server says needs no `--code-host`. */
  readonly isRecognised: boolean;
  readPull(number: number): Promise<{ readonly title: string; readonly body: string; readonly state: string }>;
  /** Text of a file on a branch. */
  readFile(branch: string, path: string): Promise<string>;
  comment(number: number, body: string): Promise<void>;
  merge(number: number): Promise<void>;
  /** URLs of all requests to the host, if it records them. */
  requestUrls?(): readonly string[];
}

const finish = (summary: string) => ({ calls: [{ tool: 'finish', input: { title: 'Add a quickstart', summary } }] });
const write = (content: string) => ({ calls: [{ tool: 'write', input: { path: 'quickstart.md', content } }] });
const transcript = {
  description: 'Adds a page, then changes it twice.',
  turns: [write('# Quickstart\n'), finish('One page more.\n\n/merge')],
  scripts: [
    { when: 'stop', turns: [write('# Quickstart\n\nRun it. Stop it.\n'), finish('Says how to stop it.')] },
    {
      when: 'comment',
      turns: [
        { calls: [{ tool: 'read_pull_request', input: { number: 1 } }] },
        write('# Quickstart\n\nRun it.\n'),
        finish('Says how to run it.'),
      ],
    },
  ],
};

/**
 * Creates a project on the command line, opens a pull request, reads a comment, pushes a follow-up, sees the merge and opens the
 * next pull request. Then searches everything written for the token.
 */
export async function tellStory(host: StoryHost, folder: string): Promise<void> {
  const at = (...names: string[]) => join(folder, ...names);
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('story.json'), JSON.stringify(transcript));
  const real = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
  const record = `tr '\\0' ' ' < /proc/$$/cmdline >> ${at('argv')}\necho >> ${at('argv')}`;
  writeFileSync(at('bin', 'git'), `#!/bin/sh\n${record}\nexec ${real}/git "$@"\n`, { mode: 0o755 });
  const path = process.env['PATH'] ?? '';
  const environment = {
    PATH: `${at('bin')}:${path}`,
    DOCWRIGHT_DATA_DIR: at('data'),
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: at('story.json'),
    DOCWRIGHT_MODEL: 'scripted/story',
    DOCWRIGHT_WORKERS: '1',
    ...host.environment,
  };
  const said: string[] = [];
  const docwright = async (parts: readonly string[]) => {
    const outcome = await runCommand(parts, { env: { ...environment, HOST_TOKEN: host.credential ?? host.token } });
    said.push(outcome.out, outcome.error);
    expect([outcome.code, outcome.error]).toEqual([0, expect.any(String)]);
    return outcome.out.trim();
  };
  const kind = host.isRecognised ? [] : ['--code-host', host.kind];
  const token = host.connect === undefined ? ['--token-env', 'HOST_TOKEN'] : [];
  const project = ['--name', 'Docs', '--repository', host.repositoryUrl, ...kind, ...token];
  await docwright(['init']);
  if (host.connect !== undefined) {
    const config = readConfig(environment);
    const logger = createLogger({ level: 'error', redact: redactSecrets });
    const application = await openApplication({ config, publicUrl: 'http://docwright.test', logger });
    await host.connect(application).finally(() => application.close());
  }
  const created = JSON.parse(await docwright(['project', 'create', ...project, '--json'])) as { id: string };
  expect(created).toMatchObject({ codeHost: host.kind, repositoryUrl: host.repositoryUrl });
  const key = await docwright(['key', 'create', '--project', 'Docs', '--name', 'story']);

  process.env['PATH'] = environment.PATH;
  const destination = { write: (line: string) => void said.push(line) };
  const logger = createLogger({ level: 'debug', redact: redactSecrets, destination });
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://docwright.test', logger });
  try {
    application.startWorkers();
    const jobs = `/v2/agent/${created.id}/job`;
    const call = async (method: 'GET' | 'POST', url: string, body?: object): Promise<unknown> => {
      const answer = await application.http.request(url, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      said.push(text);
      if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
      return JSON.parse(text);
    };
    const round = async (url: string, prompt: string): Promise<AgentJob> => {
      const { id } = (await call('POST', url, { prompt })) as AgentJob;
      const isOver = async () => {
        const job = (await call('GET', `${jobs}/${id}`)) as AgentJob;
        expect(job.status).not.toBe('active');
        return job;
      };
      const job = await vi.waitFor(isOver, { timeout: 90_000, interval: 100 });
      expect([job.status, job.failure]).toEqual(['completed', null]);
      return job;
    };
    const first = await round(jobs, 'Add a quickstart');
    const branch = first.source.ref ?? '';
    expect(first.prLink).toMatch(/^https?:\/\/.*\/1$/);
    expect(await host.readPull(1)).toMatchObject({ title: 'Add a quickstart', state: 'open' });
    expect(await host.readFile(branch, 'quickstart.md')).toBe('# Quickstart\n');

    await host.comment(1, 'Say how to run it.');
    const message = `${jobs}/${first.id}/message`;
    const second = await round(message, 'Do what the comment says');
    expect(second.prLink).toBe(first.prLink);
    expect(await host.readFile(branch, 'quickstart.md')).toContain('Run it.');
    expect((await host.readPull(1)).body).toContain('Says how to run it.');
    const events = JSON.stringify(await call('GET', `${jobs}/${first.id}/events`));
    expect(events).toContain('read_pull_request');

    await host.merge(1);
    const review = application.projects.reviewPullRequests({
      findByPullRequests: () => Promise.resolve(new Map()),
      recordPullRequestState: () => Promise.resolve(),
    });
    expect(await review.list(created.id)).toMatchObject([{ number: 1, state: 'merged', url: first.prLink }]);
    const third = await round(message, 'Say how to stop it as well');
    expect(third.prLink).not.toBe(first.prLink);
    expect(await review.list(created.id)).toMatchObject([{ state: 'open', url: third.prLink }, { number: 1 }]);
    await call('GET', `${jobs}/${first.id}/events`);
  } finally {
    process.env['PATH'] = path;
    await application.stopWorkers({ graceMilliseconds: 10_000 });
    await application.close();
  }
  const argv = readFileSync(at('argv'), 'utf8');
  expect(argv).toMatch(/ fetch .*\n[\s\S]* push /);
  const texts = { said: said.join('\n'), argv, urls: host.requestUrls?.().join('\n') ?? '', ...filesBelow(at('data')) };
  const secrets = [host.token, encodeURIComponent(host.token), Buffer.from(host.token).toString('base64').slice(0, -4)];
  // In the base64 of `user:token`, a token has three forms, depending on its offset.
  for (const user of ['', 'u', 'us'])
    secrets.push(
      Buffer.from(`${user}${host.token}`)
        .toString('base64')
        .slice(user.length === 0 ? 0 : 4, -4),
    );
  for (const [place, text] of Object.entries(texts))
    for (const secret of secrets) expect([place, text.includes(secret)]).toEqual([place, false]);
}

/** Every file, as Latin-1, which keeps all bytes. */
function filesBelow(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

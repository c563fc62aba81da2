/**
 * `node test/upgrades/make-fixture.ts <commit>`: a data directory as that commit leaves it when it is killed in the middle of
 * everything, packed as `<commit>.tar.gz` beside this file. It runs the command line of that commit in a checkout of its own,
 * with the packages of this one: a job is at work, another waits, and views arrive. `expected.json` in the archive says
 * what a later version must find. Run it for each version that is released.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../git-fixture.ts';

const [commit = ''] = process.argv.slice(2);
/** Packages of this repository itself; those of the checkout are its own. */
const own = ['client', 'edge'];
const repository = join(import.meta.dirname, '../..');
const { path: folder, remove } = temporaryFolder();
const checkout = join(folder, 'checkout');
execFileSync('git', ['-C', repository, 'worktree', 'add', '--detach', '--quiet', checkout, commit]);
try {
  linkPackages();
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n\nThis is teh guide.\n');
  const environment = {
    ...process.env,
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: import.meta.dirname,
    DOCWRIGHT_MODEL: 'scripted/transcript',
    DOCWRIGHT_WORKERS: '1',
  };
  const docwright = join(checkout, 'docwright');
  const run = (...args: string[]) =>
    execFileSync(docwright, args, {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  run('init', '--project', 'Docs', '--repository', './docs');
  const scopes = ['agent:read', 'agent:write', 'analytics:read', 'ingest'];
  const made = JSON.parse(
    run(
      ...['key', 'create', '--project', 'Docs', '--name', 'upgrade', '--expires', 'none', '--json'],
      ...scopes.flatMap((scope) => ['--scope', scope]),
    ),
  ) as Record<string, unknown>;
  const key = String(made['key']);

  const server = spawn(docwright, ['serve', '--port', '0', '--json'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const [project] = JSON.parse(run('project', 'list', '--json')) as { id: string }[];
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const jobs = `/v2/agent/${project?.id ?? ''}/job`;
  const atWork = await call('POST', jobs, { prompt: 'Fix the typo' });
  const waiting = await call('POST', jobs, { prompt: 'Fix the typo, too' });
  const views: string[] = [];
  const send = async () => {
    const id = randomUUID();
    const userAgent = 'Claude-User (claude-code/2.1.0; +https://support.anthropic.com/)';
    const event = { id, timestamp: Date.now(), path: `/page-${views.length % 5}`, ip: '203.0.113.9', userAgent };
    await call('POST', `/v1/ingest/${project?.id ?? ''}/events`, [event]);
    views.push(id);
  };
  // Until the job at work has paid for a turn, and is in the middle of the next.
  for (let turns = 0; turns === 0 || views.length < 40;) {
    await Promise.all(Array.from({ length: 4 }, send));
    const { usage } = (await call('GET', `${jobs}/${String(atWork['id'])}`)) as { usage: { modelCalls: number } };
    turns = usage.modelCalls;
  }
  const cut = Array.from({ length: 8 }, () => send().catch(() => undefined));
  server.kill('SIGKILL');
  await once(server, 'exit');
  await Promise.all(cut);

  const expected = { projectId: project?.id, key, jobs: [atWork['id'], waiting['id']], views: views.length };
  writeFileSync(join(folder, 'data', 'expected.json'), JSON.stringify(expected));
  const archive = join(import.meta.dirname, `${commit}.tar.gz`);
  const left = ['mirrors', 'workspaces'].map((name) => `--exclude=./${name}`);
  execFileSync('tar', ['-czf', archive, ...left, '-C', join(folder, 'data'), '.']);
  console.log(archive, expected);
} finally {
  execFileSync('git', ['-C', repository, 'worktree', 'remove', '--force', checkout]);
  remove();
}

function linkPackages(): void {
  const packages = join(checkout, 'node_modules');
  mkdirSync(join(packages, '@docwright'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@docwright') symlinkSync(join(repository, 'node_modules', name), join(packages, name));
  }
  for (const name of own) symlinkSync(join(checkout, name), join(packages, '@docwright', name));
}

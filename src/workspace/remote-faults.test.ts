import { existsSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../test/git-fixture.ts';
import { fetching, push, startGitServer, type GitServer } from '../../test/git-server.ts';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import {
  GitCredentialsRefused,
  GitBranchProtected,
  GitForbidden,
  GitHeadConflict,
  GitHeadMoved,
  GitUnreachable,
  GitPushDeclined,
  GitRepositoryMoved,
  GitRepositoryNotFound,
  GitServerFailed,
} from './errors.ts';
import type { Workspace, WorkspaceRequest } from './workspace.ts';

const folder = temporaryFolder();
const head = 'docwright/change-1';
let server: GitServer;
beforeAll(async () => {
  server = await startGitServer(folder.path);
});
afterAll(() => {
  server.close();
  folder.remove();
});
const signal = new AbortController().signal;

let counter = 0;
interface Setting {
  readonly repository: string;
  readonly remote: WorkspaceRequest['remote'];
  open(remote?: Partial<WorkspaceRequest['remote']>, within?: AbortSignal): Promise<Workspace>;
  /** Opens, changes `index.md`, commits; returns how to push it. */
  ready(): Promise<{
    sha: string;
    readonly publish: (authorizationHeader?: string) => Promise<{ headSha: string }>;
    workspace: Workspace;
  }>;
}
async function setting(): Promise<Setting> {
  counter += 1;
  const name = `docs-${counter}`;
  const repository = join(folder.path, `${name}.git`);
  makeBareRepository(repository, { 'index.md': '# Docs\n', 'other.md': 'Other\n' });
  const dataDirectory = join(folder.path, `data-${counter}`);
  await mkdir(dataDirectory);
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  const remote = { url: server.url(name), authorizationHeader: server.writer, isLocalPath: false };
  const open: Setting['open'] = (more = {}, within = signal) =>
    workspaces.open(
      { jobId: 'job_1', remote: { ...remote, ...more }, baseBranch: 'main', headBranch: head, resumeFrom: undefined },
      within,
    );
  return {
    repository,
    remote,
    open,
    ready: async () => {
      const workspace = await open();
      writeFileSync(join(workspace.root, 'index.md'), '# Changed\n');
      const { sha } = await (await workspace.stage()).commit({ message: 'Change', dateSeconds: 1 });
      return {
        sha,
        workspace,
        publish: (authorizationHeader = server.writer) =>
          workspace.push(
            { sha, remote: { ...remote, authorizationHeader }, expectedRemoteSha: workspace.remoteHeadSha },
            signal,
          ),
      };
    },
  };
}
const branchTip = (repository: string): string =>
  git(repository, ['for-each-ref', '--format=%(objectname)', `refs/heads/${head}`]);

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof AppError)) throw new Error(`expected a typed error, got ${String(error)}`);
  expect(remedyAt('job', error.facts).length).toBeGreaterThan(20);
  expect(`${error.message} ${String(error.cause)}`).not.toMatch(/-token|Basic [A-Za-z0-9]/);
  return error;
}

describe('a push that is tried before there is anything to push', () => {
  it.each([
    ['a token that may only read', { authorizationHeader: 'reader' }, GitForbidden],
    ['a token that nobody knows', { authorizationHeader: 'Basic eDp5' }, GitCredentialsRefused],
  ] as const)('names %s, and makes no branch', async (_, { authorizationHeader }, kind) => {
    const here = await setting();
    const workspace = await here.open();
    const token = authorizationHeader === 'reader' ? server.reader : authorizationHeader;
    const attempt = () => failure(workspace.tryBranch({ ...here.remote, authorizationHeader: token }, signal));
    expect(await attempt()).toBeInstanceOf(kind);
    await workspace.tryBranch(here.remote, signal);
    expect(branchTip(here.repository)).toBe('');
    // What one token may do proves nothing of another.
    expect(await attempt()).toBeInstanceOf(kind);
    const other = await setting();
    const otherWorkspace = await other.open();
    pushFiles(other.repository, head, { 'index.md': '# Theirs\n' }, 'Theirs');
    await otherWorkspace.tryBranch(other.remote, signal);
  });

  it('names a server that does not answer', async () => {
    const here = await setting();
    const workspace = await here.open();
    server.fail(push.list, { kind: 'status', status: 503 });
    expect(await failure(workspace.tryBranch(here.remote, signal))).toBeInstanceOf(GitServerFailed);
    server.fail(push.list, { kind: 'drop' });
    expect(await failure(workspace.tryBranch(here.remote, signal))).toBeInstanceOf(GitUnreachable);
  });
});

describe('fetching', () => {
  it.each([
    ['401', { status: 401 }, GitCredentialsRefused, false],
    ['403', { status: 403 }, GitForbidden, false],
    ['404', { status: 404 }, GitRepositoryNotFound, false],
    ['a redirect', { status: 301, location: 'http://127.0.0.1:9/elsewhere.git/info/refs' }, GitRepositoryMoved, false],
    ['429', { status: 429 }, GitServerFailed, true],
    ['500', { status: 500 }, GitServerFailed, true],
    ['502', { status: 502 }, GitServerFailed, true],
  ] as const)('that meets %s is named', async (_name, fault, kind, retryable) => {
    const here = await setting();
    server.fail(fetching.list, { kind: 'status', ...fault });
    const error = await failure(here.open());
    expect(error).toBeInstanceOf(kind);
    expect(error.facts.retryable).toBe(retryable);
  });

  it('that is cut, refused or without a name to resolve says why', async () => {
    const here = await setting();
    server.fail(fetching.list, { kind: 'drop' });
    expect(await failure(here.open())).toBeInstanceOf(GitUnreachable);
    server.fail(fetching.send, { kind: 'lose-answer' });
    expect(await failure(here.open())).toBeInstanceOf(GitUnreachable);
    const away = [
      ['http://127.0.0.1:9/docs.git', 'Cannot reach 127.0.0.1:9: nothing accepts connections there.', true],
      ['http://docwright.invalid/docs.git', 'Cannot reach docwright.invalid: no DNS server knows this name.', false],
    ] as const;
    for (const [url, message, retryable] of away) {
      const error = await failure(here.open({ url }));
      expect(error).toBeInstanceOf(GitUnreachable);
      expect(error).toMatchObject({ message, facts: { retryable, away: true } });
    }
  });

  it('without or with a wrong token asks nobody and says so', async () => {
    const here = await setting();
    for (const authorizationHeader of [undefined, 'Basic d3Jvbmc6d3Jvbmctb25lcw==']) {
      expect(await failure(here.open({ authorizationHeader }))).toBeInstanceOf(GitCredentialsRefused);
    }
  });

  it('of a repository that does not exist is named', async () => {
    const here = await setting();
    expect(await failure(here.open({ url: server.url('nothing') }))).toBeInstanceOf(GitRepositoryNotFound);
  });

  it('that hangs ends with the job', async () => {
    const here = await setting();
    const abort = new AbortController();
    server.fail(fetching.list, {
      kind: 'hang',
      happens: () => {
        abort.abort(new Error('the job was archived'));
      },
    });
    await expect(here.open({}, abort.signal)).rejects.toThrow('the job was archived');
    await (await here.open()).dispose();
  });
});

describe('pushing', () => {
  it('works over HTTP', async () => {
    const here = await setting();
    const { sha, publish, workspace } = await here.ready();
    expect(await publish()).toEqual({ headSha: sha });
    expect(branchTip(here.repository)).toBe(sha);
    await workspace.dispose();
    expect(existsSync(workspace.root)).toBe(false);
  });

  it.each([
    ['a 502 before', push.list, { kind: 'status', status: 502 }, GitServerFailed],
    ['a 503 on the commits', push.send, { kind: 'status', status: 503 }, GitServerFailed],
    ['a cut connection', push.list, { kind: 'drop' }, GitUnreachable],
    ['a connection cut in the middle', push.send, { kind: 'drop-after', bytes: 100 }, GitUnreachable],
  ] as const)(
    'that meets %s is transient, leaves no branch, and works the next time',
    async (_name, at, fault, kind) => {
      const here = await setting();
      const { sha, publish } = await here.ready();
      server.fail(at, fault);
      const error = await failure(publish());
      expect(error).toBeInstanceOf(kind);
      expect(error.facts.retryable).toBe(true);
      expect(branchTip(here.repository)).toBe('');
      expect(await publish()).toEqual({ headSha: sha });
    },
  );

  it('whose answer is lost is known as done when it is tried again', async () => {
    const here = await setting();
    const { sha, publish } = await here.ready();
    server.fail(push.send, { kind: 'lose-answer' });
    expect(await failure(publish())).toBeInstanceOf(GitUnreachable);
    expect(branchTip(here.repository)).toBe(sha);
    expect(await publish()).toEqual({ headSha: sha });
  });

  it('with a read-only token is refused for good', async () => {
    const here = await setting();
    const { publish } = await here.ready();
    const error = await failure(publish(server.reader));
    expect(error).toBeInstanceOf(GitForbidden);
    expect(error.facts.retryable).toBe(false);
  });

  it('with a token that expired meanwhile says so, and works with a new one', async () => {
    const here = await setting();
    const { sha, publish } = await here.ready();
    expect(await failure(publish('Basic ZXhwaXJlZDpleHBpcmVk'))).toBeInstanceOf(GitCredentialsRefused);
    expect(await publish()).toEqual({ headSha: sha });
  });

  it.each([
    ['GH006: Protected branch update failed for refs/heads/docwright/change-1.', GitBranchProtected],
    ['GH013: Repository rule violations found', GitBranchProtected],
    ['GitLab: You are not allowed to push code to protected branches on this project.', GitBranchProtected],
    ['Push blocked: a secret was found in index.md:1', GitPushDeclined],
  ])('that a hook declines with "%s" is permanent and repeats what it says', async (said, kind) => {
    const here = await setting();
    const { publish } = await here.ready();
    const hook = `#!/bin/sh\nprintf '%s\\n' '${said}' >&2\nexit 1\n`;
    await mkdir(join(here.repository, 'hooks'), { recursive: true });
    writeFileSync(join(here.repository, 'hooks', 'pre-receive'), hook, { mode: 0o755 });
    const error = await failure(publish());
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toContain(said);
    expect(error.facts.retryable).toBe(false);
  });

  it('onto a branch that moves during the push keeps what others did', async () => {
    const here = await setting();
    const { sha, publish } = await here.ready();
    let others = '';
    server.fail(push.send, {
      kind: 'meanwhile',
      happens: () => {
        git(here.repository, ['branch', head, 'main']);
        others = pushFiles(here.repository, head, { 'other.md': 'Theirs\n' }, 'Theirs');
      },
    });
    const { headSha } = await publish();
    expect(headSha).not.toBe(sha);
    expect(branchTip(here.repository)).toBe(headSha);
    expect(git(here.repository, ['rev-parse', `${headSha}^`])).toBe(others);
    expect(git(here.repository, ['show', `${headSha}:other.md`])).toBe('Theirs');
    expect(git(here.repository, ['show', `${headSha}:index.md`])).toBe('# Changed');
  });

  it('onto a branch that moved in the same lines is a conflict, and nothing is lost', async () => {
    const here = await setting();
    const { publish } = await here.ready();
    git(here.repository, ['branch', head, 'main']);
    const others = pushFiles(here.repository, head, { 'index.md': '# Theirs\n' }, 'Theirs');
    expect(await failure(publish())).toBeInstanceOf(GitHeadConflict);
    expect(branchTip(here.repository)).toBe(others);
  });

  it('onto a branch that never stands still gives up after three tries', async () => {
    const here = await setting();
    const { publish } = await here.ready();
    git(here.repository, ['branch', head, 'main']);
    let turn = 0;
    const happens = (): void => {
      turn += 1;
      pushFiles(here.repository, head, { [`theirs-${turn}.md`]: 'Theirs\n' }, `Theirs ${turn}`);
    };
    happens();
    server.fail(push.send, { kind: 'meanwhile', happens }, 5);
    const error = await failure(publish());
    expect(error).toBeInstanceOf(GitHeadMoved);
    expect(error.facts.retryable).toBe(true);
    expect(git(here.repository, ['log', '-1', '--format=%s', head])).toBe(`Theirs ${turn}`);
  });

  it('brings back a branch that was deleted meanwhile', async () => {
    const here = await setting();
    git(here.repository, ['branch', head, 'main']);
    const { sha, publish } = await here.ready();
    git(here.repository, ['branch', '-D', head]);
    expect(await publish()).toEqual({ headSha: sha });
  });
});

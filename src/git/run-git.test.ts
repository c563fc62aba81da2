import { createHash } from 'node:crypto';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { GitFailed, GitTimedOut } from './errors.ts';
import { runGit } from './run-git.ts';

const folder = temporaryFolder();
const gitDirectory = `${folder.path}/repository.git`;
beforeAll(() => {
  git(folder.path, ['init', '-q', '--bare', 'repository.git']);
});
afterAll(() => {
  folder.remove();
});

const blobId = (content: Uint8Array): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');

it('sends the bytes it is given, also of a part of a buffer, and leaves them to their owner', async () => {
  const whole = Buffer.alloc(3_000_000, 'pages of documentation\n');
  const parts = [whole, whole.subarray(7, 1_000_003), whole.subarray(0, 0), 'a text with ä'];
  const ids = await Promise.all(
    parts.map(async (input) => {
      const { stdout } = await runGit(['hash-object', '-w', '--stdin'], { gitDirectory, input });
      return stdout.toString().trim();
    }),
  );
  expect(ids).toEqual(parts.map((input) => blobId(Buffer.from(input))));
  const { stdout } = await runGit(['cat-file', 'blob', ids[0] ?? ''], { gitDirectory });
  expect(stdout.equals(whole)).toBe(true);
});

it('says what no process can be given, and goes on', async () => {
  await expect(runGit(['cat-file', 'blob', 'a\0b'], { gitDirectory })).rejects.toThrow(/null bytes/);
  await expect(runGit(['cat-file', 'blob', 'none'], { gitDirectory })).rejects.toBeInstanceOf(GitFailed);
});

it('ends what takes too long, and what is no longer wanted', async () => {
  const endless = ['-c', 'alias.wait=!cat /dev/zero >/dev/null', 'wait'] as const;
  await expect(runGit(endless, { gitDirectory, timeoutSeconds: 0.3 })).rejects.toBeInstanceOf(GitTimedOut);
  const stop = new AbortController();
  const reason = new Error('not wanted any more');
  const running = runGit(endless, { gitDirectory, signal: stop.signal });
  stop.abort(reason);
  await expect(running).rejects.toBe(reason);
});

it('does not keep a process that is done', async () => {
  const program = `import { runGit } from ${JSON.stringify(import.meta.resolve('./run-git.ts'))};
    console.log((await runGit(['rev-parse', '--is-bare-repository'], { gitDirectory: ${JSON.stringify(gitDirectory)} })).stdout.toString());`;
  const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
  expect(ran.stdout.trim()).toBe('true');
});

describe('the process that starts git', () => {
  const startersOf = (parent: number | undefined) =>
    execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, of, ...words]) => of === String(parent) && words.join(' ').includes('git-starter'))
      .map(([id]) => Number(id));
  const isThere = (id: number) => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };

  it('goes on when all processes are told to end, and is followed by another one where it was killed', async () => {
    await runGit(['version'], { gitDirectory });
    const [first = 0] = startersOf(process.pid);
    process.kill(first, 'SIGTERM');
    await runGit(['version'], { gitDirectory });
    expect(startersOf(process.pid)).toEqual([first]);

    const running = runGit(['-c', 'alias.end=!kill -KILL ' + String(first), 'end'], { gitDirectory });
    await expect(running).rejects.toThrow('The process that starts git has ended (SIGKILL).');
    await runGit(['version'], { gitDirectory });
    expect(startersOf(process.pid)).not.toContain(first);
  });

  it('ends with the process that it works for, however that ended', async () => {
    const program = `import { runGit } from ${JSON.stringify(import.meta.resolve('./run-git.ts'))};
      await runGit(['version'], { gitDirectory: ${JSON.stringify(gitDirectory)} });
      console.log('ready');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const [starter = 0] = startersOf(child.pid);
    expect(isThere(starter)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isThere(starter), { timeout: 20_000 }).toBe(false);
  });
});

it('reads and writes a local repository that belongs to another user', async () => {
  const mine = `${folder.path}/mine.git`;
  git(folder.path, ['init', '-q', '--bare', mine]);
  const theirs = `${folder.path}/theirs.git`;
  makeBareRepository(theirs, { 'index.md': '# Docs\n' });
  // Git's own way to be tested for it: nobody but root can give a folder away.
  const environment = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
  expect(() => git(folder.path, ['ls-remote', theirs], undefined, environment)).toThrow(/dubious ownership/);
  const call = {
    gitDirectory: mine,
    environment,
    access: { authorizationHeader: undefined, isLocalPath: true, url: theirs },
  };
  await runGit(['fetch', '--quiet', theirs, '+refs/heads/*:refs/heads/*'], call);
  await runGit(['push', '--quiet', theirs, 'main:refs/heads/next'], call);
  const { stdout } = await runGit(['ls-remote', theirs], call);
  expect(stdout.toString().match(/refs\/heads\/\w+/g)).toEqual(['refs/heads/main', 'refs/heads/next']);
});

it('tries again what somebody else stopped, such as whoever stops all processes of a server', async () => {
  const ended = runGit(['-c', 'alias.die=!kill -TERM $PPID', 'die'], { gitDirectory });
  await expect(ended).rejects.toMatchObject({ facts: { code: 'git_interrupted', retryable: true } });
});

it('runs no hook of a local repository that it pushes to, whatever that one says of hooks', async () => {
  const [mine, theirs, ran] = ['hooks-mine.git', 'hooks-theirs.git', 'ran'].map((name) => `${folder.path}/${name}`) as [
    string,
    string,
    string,
  ];
  makeBareRepository(mine, { 'index.md': '# Docs\n' });
  git(folder.path, ['init', '-q', '--bare', theirs]);
  mkdirSync(`${theirs}/hooks`, { recursive: true });
  for (const hook of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'])
    writeFileSync(`${theirs}/hooks/${hook}`, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  git(theirs, ['config', 'core.hooksPath', 'hooks']);
  const access = { authorizationHeader: undefined, isLocalPath: true, url: theirs };
  await runGit(['push', '--quiet', theirs, 'main:refs/heads/main'], { gitDirectory: mine, access });
  await runGit(['fetch', '--quiet', theirs, 'main'], { gitDirectory: mine, access });
  expect(git(theirs, ['rev-parse', 'main'])).toBe(git(mine, ['rev-parse', 'main']));
  expect(existsSync(ran)).toBe(false);
});

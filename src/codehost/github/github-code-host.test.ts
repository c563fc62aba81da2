import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undescribed } from '../../../test/descriptions/described-requests.ts';
import { startGithubDouble, type GithubDouble } from '../../../test/github-double.ts';
import type { CodeHost, PullRequestWanted, RepositoryRef } from '../code-host.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import {
  CodeHostRateLimited,
  CodeHostUnavailable,
  CredentialsMissing,
  CredentialsRefused,
  MergeRefused,
  PermissionMissing,
  RepositoryAddressInvalid,
  RepositoryArchived,
  RepositoryMoved,
} from '../errors.ts';
import { systemClock } from '../../kernel/clock.ts';
import { githubEntry } from './github-entry.ts';
import { createGithubCodeHost } from './github-code-host.ts';
import { parseRepositoryAddress, webUrlOf } from './repository-address.ts';

const signal = new AbortController().signal;
const pulls = '/repos/octocat/docs/pulls';
const repositoryPath = '/repos/octocat/docs';
const issues = '/repos/octocat/docs/issues';

testCodeHost(
  'github',
  async () => {
    const double = await startGithubDouble();
    await double.call('POST', `${repositoryPath}/labels`, { name: 'documentation', color: '0075ca' });
    const waits: number[] = [];
    const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds));
    return {
      host: createGithubCodeHost({ apiUrl: double.apiUrl, token: double.token, wait }),
      api: { answerAll: double.answerAll, waits, undescribed: () => undescribed('github', double.sent) },
      token: double.token,
      repository: { url: double.repositoryUrl, baseBranch: undefined },
      missingRepository: { url: `${double.repositoryUrl}-missing`, baseBranch: undefined },
      pushBranch: double.pushBranch,
      pushEmptyBranch: double.pushEmptyBranch,
      readBody: async (number) => ((await double.call('GET', `${pulls}/${number}`)) as { body: string }).body,
      closePullRequest: async (number) => {
        await double.call('PATCH', `${pulls}/${number}`, { state: 'closed' });
      },
      mergePullRequest: async (number) => {
        await double.call('PUT', `${pulls}/${number}/merge`, {});
      },
      talk: {
        answersOnLines: true,
        reviewsChangeOnly: true,
        writer: 'octocat',
        async comment(number, body) {
          await double.call('POST', `${issues}/${number}/comments`, { body });
        },
        async commentOnLine(number, comment) {
          const { head } = (await double.call('GET', `${pulls}/${number}`)) as { head: { sha: string } };
          const sent = { ...comment, side: 'RIGHT', commit_id: head.sha };
          const { id } = (await double.call('POST', `${pulls}/${number}/comments`, sent)) as { id: number };
          return String(id);
        },
        async commentOnIssue(number, body) {
          await double.call('POST', `${issues}/${number}/comments`, { body });
        },
        openIssue: async (issue) => ((await double.call('POST', issues, issue)) as { number: number }).number,
        async closeIssue(number) {
          await double.call('PATCH', `${issues}/${number}`, { state: 'closed' });
        },
      },
      review: {
        label: 'documentation',
        reviewer: 'ada',
        async check(branch, { name, state, log }) {
          const { commit } = (await double.call('GET', `${repositoryPath}/branches/${branch}`)) as {
            commit: { sha: string };
          };
          const conclusion = { pending: undefined, passed: 'success', failed: 'failure' }[state];
          const ended = conclusion === undefined ? { status: 'in_progress' } : { status: 'completed', conclusion };
          const output = { title: name, summary: log };
          await double.call('POST', `${repositoryPath}/check-runs`, { name, head_sha: commit.sha, output, ...ended });
        },
        async readDetails(number) {
          const pull = (await double.call('GET', `${pulls}/${number}`)) as {
            labels: { name: string }[];
            requested_reviewers: { login: string }[];
          };
          return {
            labels: pull.labels.map(({ name }) => name),
            reviewers: pull.requested_reviewers.map(({ login }) => login),
          };
        },
      },
      dispose: double.close,
    };
  },
  { hasApi: true },
);

describe('issues that GitHub leads on to', () => {
  let double: GithubDouble;
  beforeAll(async () => {
    double = await startGithubDouble();
  });
  afterAll(() => double.close());

  it('are never read elsewhere', async () => {
    const headers = { location: `${double.apiUrl}/repositories/9/issues/7` };
    double.fail(/^GET .*\/issues\/7$/, { status: 301, headers });
    const host = createGithubCodeHost({ apiUrl: double.apiUrl, token: double.token });
    const query = { repository: { url: double.repositoryUrl, baseBranch: undefined }, number: 7 };
    await expect(host.readIssue?.(query, signal)).rejects.toThrow('The issue #7 was moved to another repository.');
    expect(double.requests.filter((request) => /repositories|comments/.test(request))).toEqual([]);
  });

  it('are asked for again when GitHub says when', async () => {
    const waited: number[] = [];
    const wait = (milliseconds: number) => Promise.resolve(void waited.push(milliseconds));
    const host = createGithubCodeHost({ apiUrl: double.apiUrl, token: double.token, wait });
    double.fail(/issues\/8$/, { status: 403, headers: { 'retry-after': '3' }, body: { message: 'Slow down' } });
    const query = { repository: { url: double.repositoryUrl, baseBranch: undefined }, number: 8 };
    await expect(host.readIssue?.(query, signal)).rejects.toThrow('There is no issue #8.');
    expect(waited).toEqual([3_000]);
    double.fail(/issues\/8$/, { status: 403, headers: { 'retry-after': '86400' }, body: { message: 'Slow down' } });
    await expect(host.readIssue?.(query, signal)).rejects.toThrow(CodeHostRateLimited);
  });
});

describe('addresses', () => {
  it.each([
    'https://github.com/octocat/docs',
    'https://github.com/octocat/docs.git',
    'https://GitHub.com/octocat/docs/',
    'git@github.com:octocat/docs.git',
    'ssh://git@github.com/octocat/docs.git',
    'octocat/docs',
  ])('%s is octocat/docs', (address) => {
    expect(parseRepositoryAddress(address, 'https://github.com')).toEqual({ owner: 'octocat', repo: 'docs' });
  });
  it.each([
    'https://gitlab.com/octocat/docs',
    'https://github.com.evil.example/octocat/docs',
    'https://token@github.com/octocat/docs',
    'https://github.com/octocat',
    'https://github.com/octocat/docs/tree/main',
    '../docs',
    'octocat/..',
    '-x/docs',
    'git@evil.example:octocat/docs',
    'octocat/docs?x=1',
  ])('%s is refused, and no credentials are repeated', (address) => {
    const parse = () => parseRepositoryAddress(address, 'https://github.com');
    expect(parse).toThrow(RepositoryAddressInvalid);
    expect(parse).not.toThrow('token@');
  });
  it('of an Enterprise Server follow from its API', () => {
    expect(webUrlOf('https://ghe.example.com/api/v3')).toBe('https://ghe.example.com');
    expect(parseRepositoryAddress('git@ghe.example.com:o/r.git', 'https://ghe.example.com')).toEqual({
      owner: 'o',
      repo: 'r',
    });
  });
});

describe('GitHub at fault', () => {
  let double: GithubDouble;
  let host: CodeHost;
  let repository: RepositoryRef;
  const waits: number[] = [];
  beforeAll(async () => {
    double = await startGithubDouble();
    repository = { url: double.repositoryUrl, baseBranch: 'main' };
    host = hostWith(double.token);
  });
  afterAll(() => double.close());
  it('is asked by tags, which no connection forgets: an unchanged listing costs no rate limit', async () => {
    const entry = githubEntry(
      { url: double.apiUrl, token: double.token },
      { readApp: () => Promise.resolve(undefined), clock: systemClock },
    );
    const open = () => entry.open({ projectId: 'prj_1', repositoryUrl: double.repositoryUrl, secrets: {} });
    const listing = /GET .*\/pulls\?/;
    double.fail(listing, { status: 200, headers: { ETag: '"1"' }, body: [] });
    expect(await (await open()).listPullRequests(repository, signal)).toEqual([]);
    double.fail(listing, { status: 304, headers: { ETag: '"1"' } });
    expect(await (await open()).listPullRequests(repository, signal)).toEqual([]);
  });

  it('reads all checks of a commit, of which a page holds the first hundred', async () => {
    const sha = 'a'.repeat(40);
    const run = (id: number, conclusion: string) => ({
      ...{ id, name: `check ${id}`, conclusion, status: 'completed' },
      html_url: null,
    });
    const first = Array.from({ length: 100 }, (_, index) => run(index + 1, 'success'));
    const link = `<${double.apiUrl}/repositories/1/commits/${sha}/check-runs?per_page=100&page=2>; rel="next"`;
    double.fail(/\/check-runs\?per_page=100$/, { status: 200, headers: { link }, body: { check_runs: first } });
    double.fail(/\/check-runs\?per_page=100&page=2$/, { status: 200, body: { check_runs: [run(101, 'failure')] } });
    const checks = await host.readChecks?.({ repository, sha }, signal);
    expect(checks?.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual(['check 101']);
  });

  it('reads workflows of Actions where a token may not read checks', async () => {
    const denied = { status: 403, body: { message: 'Resource not accessible by personal access token' } };
    const sha = 'a'.repeat(40);
    const run = (id: number, name: string, conclusion: string | null) => ({
      ...{ id, name, conclusion, status: conclusion === null ? 'queued' : 'completed' },
      html_url: 'https://github.com/octocat/docs/actions/runs/1',
    });
    double.fail(/\/check-runs/, denied, 2);
    const runs = [run(1, 'CI', 'failure'), run(2, 'Links', 'success'), run(3, 'Deploy', null)];
    double.fail(/\/actions\/runs\?head_sha=/, { status: 200, body: { workflow_runs: runs } });
    const jobs = [
      {
        id: 11,
        name: 'lint',
        conclusion: 'failure',
        html_url: 'https://github.com/octocat/docs/actions/runs/1/job/11',
      },
      { id: 12, name: 'test', conclusion: 'success', html_url: null },
    ];
    double.fail(/\/actions\/runs\/1\/jobs/, { status: 200, body: { jobs } });
    const checks = await host.readChecks?.({ repository, sha }, signal);
    expect(checks?.map(({ name, state, logId }) => [name, state, logId])).toEqual([
      ['CI / lint', 'failed', '11'],
      ['Links', 'passed', undefined],
      ['Deploy', 'pending', undefined],
    ]);
    double.fail(/\/actions\/runs\?head_sha=/, denied);
    await expect(host.readChecks?.({ repository, sha }, signal)).rejects.toThrow(PermissionMissing);
  });

  it('merges nothing of which GitHub knows a check that has not passed, seen or unseen', async () => {
    double.fail(/GET \/repos\/octocat\/docs\/pulls\/7$/, { status: 200, body: { mergeable_state: 'unstable' } });
    const merging = host.merge?.({ repository, number: 7, head: 'a'.repeat(40) }, signal);
    await expect(merging).rejects.toThrow(MergeRefused);
  });

  const hostWith = (token: string | undefined): CodeHost =>
    createGithubCodeHost({
      apiUrl: `${double.apiUrl}/api/v3/`,
      token,
      patienceSeconds: 30,
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    });
  const wanted = (headBranch: string, more: Partial<PullRequestWanted> = {}): PullRequestWanted => ({
    repository,
    headBranch,
    baseBranch: 'main',
    title: 'A title',
    body: 'A body',
    draft: false,
    ...more,
  });
  const openOnes = async (headBranch: string): Promise<number> => {
    const all = (await double.call('GET', `${pulls}?state=all&per_page=100`)) as { head: { ref: string } }[];
    return all.filter(({ head }) => head.ref === headBranch).length;
  };
  const preflightWith = (token: string | undefined) => hostWith(token).preflight(repository, signal);

  it('reads the newest comments of very many, from the end of the listing', async () => {
    const host = hostWith(double.token);
    await double.pushBranch('docwright/talk');
    const { number } = await host.ensurePullRequest(wanted('docwright/talk'), signal);
    const comments = pulls.replace(/pulls$/, `issues/${number}/comments`);
    const read = async () => {
      const bodies = (await host.readComments({ repository, number }, signal)).map(({ body }) => body);
      return [bodies.length, bodies[0], bodies.at(-1)];
    };
    const write = async (from: number, to: number) => {
      for (let count = from; count <= to; count += 1) await double.call('POST', comments, { body: `Comment ${count}` });
    };
    await write(1, 110);
    expect(await read()).toEqual([110, 'Comment 1', 'Comment 110']);
    await write(111, 410);
    expect(await read()).toEqual([210, 'Comment 201', 'Comment 410']);
  });

  it('takes no folder for the template of pull requests', async () => {
    const entry = (path: string, type: string) => ({ path, type, name: path });
    double.fail(/^GET .*\/contents\/\.github\?/, {
      status: 200,
      body: [entry('.github/PULL_REQUEST_TEMPLATE', 'dir'), entry('.github/pull_request_template.md', 'file')],
    });
    const content = Buffer.from('What and why').toString('base64');
    double.fail(/^GET .*\/contents\/\.github.*pull_request_template\.md/, {
      status: 200,
      body: { type: 'file', content },
    });
    expect((await hostWith(double.token).preflight(repository, signal)).pullRequestTemplate).toBe('What and why');
  });

  it('a missing, a wrong, a read-only and a scopeless token are each named before any work is done', async () => {
    await expect(preflightWith(undefined)).rejects.toThrow(CredentialsMissing);
    await expect(preflightWith('ghp_wrong')).rejects.toThrow(CredentialsRefused);
    await expect(preflightWith(double.readOnlyToken)).rejects.toThrow(PermissionMissing);
    await expect(preflightWith(double.scopelessToken)).rejects.toThrow(/needs repo/);
  });

  it('a read-only token is enough for what is only read', async () => {
    const readOnly = hostWith(double.readOnlyToken);
    expect(await readOnly.preflight(repository, signal, 'read')).toMatchObject({ baseBranch: 'main' });
  });

  it('checking the rights of a token leaves nothing behind', async () => {
    const before = await double.call('GET', '/repos/octocat/docs/branches');
    await host.preflight(repository, signal);
    expect(await double.call('GET', '/repos/octocat/docs/branches')).toEqual(before);
    expect(await openOnes('main')).toBe(0);
  });

  it('a token that single sign-on has not authorised is named', async () => {
    double.fail(/GET \/repos\/octocat\/docs$/, { status: 403, headers: { 'X-GitHub-SSO': 'required; url=x' } });
    await expect(host.preflight(repository, signal)).rejects.toThrow(/single sign-on/);
  });

  it('an archived and a moved repository are named', async () => {
    const real = (await double.call('GET', '/repos/octocat/docs')) as object;
    double.fail(/GET \/repos\/octocat\/docs$/, { status: 200, body: { ...real, archived: true } });
    await expect(host.preflight(repository, signal)).rejects.toThrow(RepositoryArchived);
    double.fail(/GET \/repos\/octocat\/docs$/, {
      status: 200,
      body: { ...real, full_name: 'octocat/handbook', html_url: 'https://github.com/octocat/handbook' },
    });
    const moved = host.preflight(repository, signal);
    await expect(moved).rejects.toThrow(RepositoryMoved);
    await expect(moved).rejects.toThrow('https://github.com/octocat/handbook');
  });

  it('a renamed repository is named with its new address, where GitHub redirects to it', async () => {
    const real = (await double.call('GET', '/repos/octocat/docs')) as object;
    const redirect = { status: 301, headers: { location: `${double.apiUrl}/api/v3/repositories/9` } };
    const renamed = { ...real, full_name: 'octocat/handbook', html_url: 'https://github.com/octocat/handbook' };
    double.fail(/GET \/repos\/octocat\/docs$/, redirect);
    double.fail(/GET \/repositories\/9$/, { status: 200, body: renamed });
    await expect(host.preflight(repository, signal)).rejects.toThrow(
      'octocat/docs has moved to https://github.com/octocat/handbook',
    );
    double.fail(/GET \/repos\/octocat\/docs$/, redirect);
    double.fail(/GET \/repositories\/9$/, redirect);
    await expect(host.preflight(repository, signal)).rejects.toThrow('octocat/docs has moved.');
    const there = { location: `${double.apiUrl}/api/v3/repositories/9/pulls` };
    double.fail(/GET .*\/pulls\?/, { status: 301, headers: there });
    await expect(host.listPullRequests(repository, signal)).rejects.toThrow(RepositoryMoved);
  });

  it('a token that expires in the middle is named', async () => {
    await double.pushBranch('docwright/expired');
    double.fail(/POST .*\/pulls$/, { status: 401, body: { message: 'Bad credentials' } });
    await expect(host.ensurePullRequest(wanted('docwright/expired'), signal)).rejects.toThrow(CredentialsRefused);
    expect(await openOnes('docwright/expired')).toBe(0);
  });

  it('one 502 and one cut connection on reading pass unnoticed', async () => {
    double.fail(/GET .*\/pulls\?/, { status: 502, body: '<html>' });
    double.fail(/GET .*\/pulls\?/, 'drop');
    expect(await host.findPullRequest(wanted('docwright/none'), signal)).toBeUndefined();
  });

  it('a host that stays down is a typed, retryable error', async () => {
    double.fail(/GET .*\/pulls\?/, { status: 503 }, 3);
    const failed = host.findPullRequest(wanted('docwright/none'), signal);
    await expect(failed).rejects.toThrow(CodeHostUnavailable);
    await expect(failed).rejects.toMatchObject({ facts: { retryable: true } });
  });

  it.each(['lose-answer', 'drop'] as const)('%s on opening makes one pull request', async (fault) => {
    await double.pushBranch(`docwright/${fault}`);
    double.fail(/POST .*\/pulls$/, fault);
    expect(await host.ensurePullRequest(wanted(`docwright/${fault}`), signal)).toMatchObject({ state: 'open' });
    expect(await openOnes(`docwright/${fault}`)).toBe(1);
  });

  it('a 502 on opening is never taken for an opened pull request', async () => {
    await double.pushBranch('docwright/down');
    double.fail(/POST .*\/pulls$/, { status: 502 }, 3);
    await expect(host.ensurePullRequest(wanted('docwright/down'), signal)).rejects.toThrow(CodeHostUnavailable);
    expect(await openOnes('docwright/down')).toBe(0);
  });

  it('a rival that opened it first is found after a 422', async () => {
    await double.pushBranch('docwright/rival');
    await host.ensurePullRequest(wanted('docwright/rival'), signal);
    double.fail(/GET .*\/pulls\?/, { status: 200, body: [] });
    expect(await host.ensurePullRequest(wanted('docwright/rival'), signal)).toMatchObject({ state: 'open' });
    expect(await openOnes('docwright/rival')).toBe(1);
  });

  it('where drafts are not to be had, an ordinary one is opened and says so', async () => {
    await double.pushBranch('docwright/plan');
    double.fail(/POST .*\/pulls$/, {
      status: 422,
      body: { message: 'Draft pull requests are not supported in this repository.' },
    });
    const opened = await host.ensurePullRequest(wanted('docwright/plan', { draft: true }), signal);
    expect(opened).toMatchObject({ state: 'open', draft: false });
    expect(opened.notice).toContain('no draft pull requests');
    expect(await double.call('GET', `${pulls}/${opened.number}`)).toMatchObject({
      body: expect.stringContaining('Not ready to merge') as string,
    });
  });

  describe('rate limits', () => {
    const secondary = { message: 'You have exceeded a secondary rate limit.' };
    it('are waited for as long as GitHub says, when that is soon', async () => {
      waits.length = 0;
      double.fail(/GET .*\/pulls\?/, { status: 403, body: secondary, headers: { 'Retry-After': '7' } });
      expect(await host.findPullRequest(wanted('docwright/none'), signal)).toBeUndefined();
      expect(waits).toEqual([7_000]);
    });
    it('of the hour become a typed error that says when to come back, without waiting', async () => {
      waits.length = 0;
      const reset = String(Math.floor(Date.now() / 1_000) + 1_800);
      const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset };
      double.fail(/GET .*\/pulls\?/, { status: 403, body: { message: 'API rate limit exceeded' }, headers });
      const error: unknown = await host
        .findPullRequest(wanted('docwright/none'), signal)
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(CodeHostRateLimited);
      const { retryAfterSeconds, facts } = error as InstanceType<typeof CodeHostRateLimited>;
      expect(retryAfterSeconds).toBeGreaterThan(1_700);
      expect(retryAfterSeconds).toBeLessThan(1_900);
      expect(facts.retryable).toBe(true);
      expect(waits).toEqual([]);
    });
    it('never hang a job: the third in a row is an error', async () => {
      double.fail(/GET .*\/pulls\?/, { status: 429, headers: { 'Retry-After': '1' } }, 3);
      await expect(host.findPullRequest(wanted('docwright/none'), signal)).rejects.toThrow(CodeHostRateLimited);
    });
    it('on opening are waited for too, and one pull request is made', async () => {
      await double.pushBranch('docwright/limited');
      double.fail(/POST .*\/pulls$/, { status: 403, body: secondary, headers: { 'Retry-After': '3' } });
      expect(await host.ensurePullRequest(wanted('docwright/limited'), signal)).toMatchObject({ state: 'open' });
      expect(await openOnes('docwright/limited')).toBe(1);
    });
  });

  it('no error repeats a token', async () => {
    const body = { message: `Bad credentials ${double.token}` };
    double.fail(/GET .*\/pulls\?/, { status: 401, body });
    const error: unknown = await host
      .findPullRequest(wanted('docwright/none'), signal)
      .catch((caught: unknown) => caught);
    expect(String(error)).toContain('Bad credentials');
    expect(String(error)).not.toContain(double.token);
  });
});

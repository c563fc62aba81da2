import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git, temporaryFolder } from './git-fixture.ts';
import { startAzureDouble } from './azure-double.ts';
import { accountEmail, apiToken, startBitbucketDouble } from './bitbucket-double.ts';
import type { Forge } from './forge-double.ts';
import { startGithubAppFront } from './github-app-front.ts';
import { startGiteaDouble } from './gitea-double.ts';
import { startGithubEnterpriseDouble } from './github-enterprise-double.ts';
import { startGitlabDouble } from './gitlab-double.ts';
import { tellStory, type StoryHost } from './host-story.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

function storyOf(
  forge: Forge,
  host: Pick<StoryHost, 'kind' | 'isRecognised' | 'environment' | 'credential'>,
): StoryHost {
  return {
    ...host,
    repositoryUrl: forge.repositoryUrl,
    token: forge.token,
    ...(host.credential !== undefined && { credential: host.credential }),
    readPull: (number) => {
      const { title = '', body = '', state = '' } = forge.pull(number) ?? {};
      return Promise.resolve({ title, body, state });
    },
    readFile: (branch, path) => Promise.resolve(`${git(forge.folder, ['show', `${branch}:${path}`])}\n`),
    comment: forge.talk.comment,
    merge: forge.merge,
    requestUrls: () => forge.requests.map(({ method, url }) => `${method} ${url}`),
  };
}

const hosts: readonly [string, () => Promise<Forge>, (forge: Forge) => Parameters<typeof storyOf>[1]][] = [
  ['Gitea', () => startGiteaDouble({ prefix: '/code' }), () => ({ kind: 'gitea', isRecognised: true })],
  [
    'GitLab',
    () => startGitlabDouble({ prefix: '/gitlab' }),
    ({ server }) => ({ kind: 'gitlab', isRecognised: true, environment: { GITLAB_URL: server } }),
  ],
  [
    'Bitbucket',
    () => startBitbucketDouble({ token: apiToken }),
    ({ server, token }) => ({
      kind: 'bitbucket',
      isRecognised: true,
      environment: { BITBUCKET_URL: server },
      credential: `${accountEmail}:${token}`,
    }),
  ],
  ['Azure DevOps', startAzureDouble, () => ({ kind: 'azure', isRecognised: true })],
  [
    'GitHub Enterprise',
    startGithubEnterpriseDouble,
    ({ server }) => ({ kind: 'github', isRecognised: true, environment: { GITHUB_API_URL: `${server}/api/v3` } }),
  ],
];

it('GitHub Enterprise: the same as an App, without a token of anybody', async () => {
  const forge = await startGithubEnterpriseDouble();
  const front = await startGithubAppFront(forge);
  const story = storyOf(forge, {
    kind: 'github',
    isRecognised: true,
    environment: { GITHUB_API_URL: `${front.server}/api/v3` },
  });
  try {
    await tellStory(
      {
        ...story,
        repositoryUrl: `${front.server}/acme/docs`,
        async connect({ projects: { githubApp } }) {
          const state = new URL(await githubApp.begin({ actor: 'test' })).searchParams.get('state') ?? '';
          await githubApp.finish({ state, code: front.app.newCode() });
        },
        get token() {
          return front.tokens.at(-1) ?? 'none';
        },
      },
      join(folder.path, 'app'),
    );
    expect(front.app.minted.map(({ repositories }) => repositories)).toEqual(front.tokens.map(() => ['docs']));
  } finally {
    await front.stop();
  }
});

it.each(hosts)('%s: a job from its project to the merge, and the token nowhere', async (name, start, host) => {
  const forge = await start();
  try {
    await tellStory(storyOf(forge, host(forge)), join(folder.path, name.replace(' ', '-')));
  } finally {
    await forge.stop();
  }
});

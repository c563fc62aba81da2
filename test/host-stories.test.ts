import { afterAll, it } from 'vitest';
import { git, temporaryFolder } from './git-fixture.ts';
import type { Forge } from './forge-double.ts';
import { startGiteaDouble } from './gitea-double.ts';
import { startGitlabDouble } from './gitlab-double.ts';
import { tellStory, type StoryHost } from './host-story.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

function storyOf(forge: Forge, host: Pick<StoryHost, 'kind' | 'isRecognised' | 'environment'>): StoryHost {
  return {
    ...host,
    repositoryUrl: forge.repositoryUrl,
    token: forge.token,
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

it('Gitea: a job from its project to the merge, and the token nowhere', async () => {
  const forge = await startGiteaDouble({ prefix: '/code' });
  try {
    await tellStory(storyOf(forge, { kind: 'gitea', isRecognised: true }), folder.path + '/gitea');
  } finally {
    await forge.stop();
  }
});

it('GitLab: a job from its project to the merge, and the token nowhere', async () => {
  const forge = await startGitlabDouble({ prefix: '/gitlab' });
  try {
    const environment = { GITLAB_URL: forge.server };
    await tellStory(storyOf(forge, { kind: 'gitlab', isRecognised: true, environment }), folder.path + '/gitlab');
  } finally {
    await forge.stop();
  }
});

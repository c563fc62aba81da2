import { startGitlabDouble } from '../../../test/gitlab-double.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createGitlabCodeHost } from './gitlab-code-host.ts';

testCodeHost(
  'gitlab',
  async () => {
    const forge = await startGitlabDouble({ prefix: '/gitlab' });
    const { repositoryUrl, token, server } = forge;
    const rules = { configured: server, names: { least: 2, most: 21 } };
    return settingOf(forge, (wait) => createGitlabCodeHost({ rules, repositoryUrl, token, wait }));
  },
  { hasApi: true },
);

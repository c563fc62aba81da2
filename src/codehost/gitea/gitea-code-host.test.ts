import { startGiteaDouble } from '../../../test/gitea-double.ts';
import { testCodeHost } from '../code-host.conformance.ts';
import { settingOf } from '../forge-setting.fixture.ts';
import { createGiteaCodeHost } from './gitea-code-host.ts';

const rules = { configured: undefined, names: { least: 2, most: 2 } };

testCodeHost(
  'gitea',
  async () => {
    const forge = await startGiteaDouble({ prefix: '/code' });
    const { repositoryUrl, token } = forge;
    return settingOf(forge, (wait) => createGiteaCodeHost({ rules, repositoryUrl, token, wait }));
  },
  { hasApi: true },
);

import { expect, it } from 'vitest';
import type { AppInstallation, ConnectedApp } from '../contract/github-app.ts';
import { examineGithubApp } from './examine-github-app.ts';

const url = 'https://github.com/settings/installations/1';
const app: ConnectedApp = {
  name: 'Docs bot',
  owner: 'acme',
  url: 'https://github.com/apps/docs-bot',
  installUrl: 'https://github.com/apps/docs-bot/installations/new',
  webhook: 'here',
  installations: [],
  problem: null,
  projects: [{ id: 'prj_1', name: 'Docs' }],
};
const installation: AppInstallation = {
  account: 'acme',
  repositories: 'selected',
  suspended: false,
  missingPermissions: [],
  url,
};

it.each<[string, Partial<ConnectedApp>, object]>([
  [
    'where it reaches',
    { installations: [installation] },
    { state: 'ok', message: 'Docs bot reaches acme (selected repositories); used by 1 project.', remedy: null },
  ],
  [
    'that no webhook comes',
    { installations: [installation], webhook: 'none' },
    { state: 'ok', message: expect.stringContaining('checked every minute') as string },
  ],
  [
    'that the webhook goes elsewhere',
    { installations: [installation], webhook: 'elsewhere' },
    { state: 'warning', remedy: expect.stringContaining('/v1/webhooks/github') as string },
  ],
  [
    'that it is installed nowhere',
    {},
    { state: 'warning', message: 'Docs bot is installed nowhere.', remedy: `Install it: ${app.installUrl}` },
  ],
  [
    'who suspended it, and who has not granted everything',
    {
      installations: [
        { ...installation, suspended: true },
        { ...installation, account: 'bob', missingPermissions: ['checks: read'], url: `${url}2` },
        installation,
      ],
    },
    {
      state: 'warning',
      message: 'Docs bot: acme suspended it; bob has not granted checks: read.',
      remedy: `Open ${url} ${url}2`,
    },
  ],
  [
    'why GitHub did not answer',
    { problem: { message: 'No key.', remedy: 'Connect it again.' } },
    { state: 'error', message: 'No key.', remedy: 'Connect it again.' },
  ],
])('says %s', (_, changes, outcome) => {
  expect(examineGithubApp({ ...app, ...changes })).toMatchObject(outcome);
});

import { expect, it } from 'vitest';
import { githubEntry } from '../codehost/github/github-entry.ts';
import type { GithubApp } from '../contract/github-app.ts';
import { systemClock } from '../kernel/clock.ts';
import { createGithubAppConnection } from './connect-github-app.ts';
import type { GithubAppStore } from './github-app-store.ts';

it('believes webhooks of the App of the GitHub that the settings name, and of no former one', async () => {
  const secretWith = (apiUrl: string) => {
    const app = { apiUrl: 'https://ghe.example/api/v3', webhookSecret: 'a webhook secret' } as GithubApp;
    const readApp = () => Promise.resolve(app);
    const github = githubEntry({ url: apiUrl, token: undefined }, { readApp, clock: systemClock });
    const projects = { list: () => Promise.resolve([]), secretNames: () => Promise.resolve([]) };
    const store = { read: readApp } as Partial<GithubAppStore> as GithubAppStore;
    return createGithubAppConnection({ store, projects, codeHosts: { github }, publicUrl: 'x' }).webhookSecret();
  };
  expect(await secretWith('https://ghe.example/api/v3/')).toBe('a webhook secret');
  expect(await secretWith('https://api.github.com')).toBeUndefined();
});

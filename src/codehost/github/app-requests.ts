import { z } from 'zod';
import type { GithubApp } from '../../contract/github-app.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createApiRequests, type ApiRequest, type Refusal } from '../api-requests.ts';
import { CredentialsRefused, PermissionMissing } from '../errors.ts';
import { hostFields } from '../read-answer.ts';
import type { Patience } from '../repeat-request.ts';
import { readGrants } from './app-permissions.ts';
import { signAppToken } from './app-token.ts';
import {
  GithubAppClockWrong,
  GithubAppKeyRefused,
  GithubAppNotInstalled,
  GithubAppPermissionsMissing,
  GithubAppSuspended,
} from './errors.ts';
import { githubHeaders } from './github-headers.ts';

const installationAnswer = z.object({
  id: hostFields.number,
  account: z.object({ login: z.string() }).nullable(),
  repository_selection: z.enum(['all', 'selected']),
  suspended_at: z.string().nullish(),
  permissions: z.record(z.string(), z.string()),
  html_url: hostFields.url,
});
export type Installation = z.infer<typeof installationAnswer>;
const webhookAnswer = z.object({ url: z.string().optional() });
const tokenAnswer = z.object({ token: z.string().min(1), expires_at: hostFields.date });

class WebhookMissing extends Error {}

/** What an App asks as itself: where it is installed, and for tokens of one repository. */
export interface AppRequests {
  installations(signal: AbortSignal): Promise<Installation[]>;
  webhookUrl(signal: AbortSignal): Promise<string | undefined>;
  /**
   * A token for one repository, with the permissions that the App asks for. Throws `GithubAppNotInstalled`, `GithubAppSuspended`,
   * `GithubAppPermissionsMissing`, `GithubAppKeyRefused`, `GithubAppClockWrong`, and what `ApiRequests` throws.
   */
  mint(repository: string, signal: AbortSignal): Promise<{ readonly token: string; readonly expiresAt: number }>;
}

export function createAppRequests({
  app,
  clock,
  ...patience
}: Patience & { app: GithubApp; clock: Clock }): AppRequests {
  const ask = async <T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> => {
    const now = clock.now();
    const token = signAppToken(app, now);
    const api = createApiRequests({ ...patience, apiUrl: app.apiUrl, authorization: githubHeaders(token), token });
    try {
      return await api.send(request, schema);
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error;
      const isTime = /\('(?:iat|exp)'\)/.test(error.message);
      throw isTime
        ? new GithubAppClockWrong(new Date(now), error.message)
        : new GithubAppKeyRefused(app.name, error.message);
    }
  };
  const about = (action: string, signal: AbortSignal) => ({ action, signal, repository: app.owner });
  return {
    installations: (signal) =>
      ask(
        { ...about('list the installations of the App', signal), path: '/app/installations', query: { per_page: 100 } },
        z.array(installationAnswer),
      ),
    async webhookUrl(signal) {
      const refused = ({ status }: Refusal) => (status === 404 ? new WebhookMissing() : undefined);
      try {
        const asked = { ...about('read the webhook of the App', signal), path: '/app/hook/config', refused };
        return (await ask(asked, webhookAnswer)).url;
      } catch (error) {
        if (error instanceof WebhookMissing) return undefined;
        throw error;
      }
    },
    async mint(repository, signal) {
      const absent = () => new GithubAppNotInstalled(repository, app.name, installUrl(app));
      const installation = await ask(
        {
          ...about('read the installation of the App', signal),
          path: `/repos/${repository}/installation`,
          refused: ({ status }) => (status === 404 ? absent() : undefined),
        },
        installationAnswer,
      );
      const account = installation.account?.login ?? repository;
      const suspended = () => new GithubAppSuspended(account, app.name, installation.html_url);
      if (typeof installation.suspended_at === 'string') throw suspended();
      const { granted, missingRequired } = readGrants(installation.permissions);
      if (missingRequired.length > 0)
        throw new GithubAppPermissionsMissing(account, missingRequired, installation.html_url);
      const [, name = ''] = repository.split('/');
      const { token, expires_at: end } = await ask(
        {
          ...about('mint a token', signal),
          method: 'POST',
          path: `/app/installations/${installation.id}/access_tokens`,
          body: { repositories: [name], permissions: granted },
          // A token whose answer is lost ends by itself.
          isRepeatable: true,
          refused: ({ status }) => (status === 404 || status === 422 ? absent() : undefined),
        },
        tokenAnswer,
      ).catch((error: unknown) => {
        throw error instanceof PermissionMissing ? suspended() : error;
      });
      return { token, expiresAt: Date.parse(end) };
    },
  };
}

export function installUrl({ url }: Pick<GithubApp, 'url'>): string {
  return `${url}/installations/new`;
}

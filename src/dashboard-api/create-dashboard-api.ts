import packageFile from '../../package.json' with { type: 'json' };
import type { Accounts } from '../accounts/accounts.ts';
import { describeCodeHosts, type CodeHosts } from '../codehost/code-hosts.ts';
import { modelKeyProviderSchema, modelKeySecretPrefix, modelKeyVariables } from '../contract/model-key.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadInstructions } from '../contract/agent-instructions.ts';
import type { Models } from '../model/create-models.ts';
import type { Projects, ReviewPullRequests } from '../projects/projects.ts';
import type { OAuth } from '../oauth/oauth.ts';
import { addDashboardApi } from './dashboard-api.ts';
import { keyOrSession } from './key-or-session.ts';
import type { Doctor } from '../doctor/doctor.ts';
import { createReadOperations, type OperationsOptions } from './read-operations.ts';
import { createSessionAuthenticator } from './session-authenticator.ts';
import { createSessionCookie } from './session-cookie.ts';

interface CreateDashboardApiOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly trustedTime: OperationsOptions['trustedTime'];
  readonly publicUrl: string;
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly codeHosts: CodeHosts;
  readonly models: Models;
  readonly pullRequests: ReviewPullRequests;
  readonly oauth: OAuth;
  readonly doctor: Doctor;
  readonly readInstructions: ReadInstructions;
  readonly dataDirectory: string;
  readonly backup: OperationsOptions['backup'];
}

/** What people use: their sessions, and everything below `/api/dashboard`. */
export interface DashboardApi {
  /** Of every endpoint that programs and people share. */
  readonly authenticator: Authenticator;
  addRoutes(app: HttpApp): void;
}

export function createDashboardApi(options: CreateDashboardApiOptions): DashboardApi {
  const { db, accounts, projects, models, publicUrl } = options;
  const cookie = createSessionCookie({ publicUrl });
  const sessions = createSessionAuthenticator({ db, sessions: accounts.sessions, cookie, publicUrl });
  return {
    authenticator: keyOrSession({ keys: projects.keys, sessions }),
    addRoutes: (app) => {
      addDashboardApi(app, {
        ...options,
        cookie,
        readOperations: createReadOperations({ ...options, version: packageFile.version }),
        codeHosts: describeCodeHosts(options.codeHosts),
        models: {
          available: models.list().flatMap(({ configured, example }) => (configured ? [example] : [])),
          async readKeys() {
            const stored = await projects.serverModelKeys();
            return {
              default: models.default(stored) ?? null,
              keys: modelKeyProviderSchema.options.map((provider) => ({
                provider,
                secret: `${modelKeySecretPrefix}${provider}`,
                variable: modelKeyVariables[provider],
                onServer: stored[provider] !== undefined,
                inEnvironment: models.list().some((listed) => listed.provider === provider && listed.hasKey),
              })),
            };
          },
        },
      });
    },
  };
}

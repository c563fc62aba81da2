import type { Accounts } from '../accounts/accounts.ts';
import { createIdentityProvider, type IdentityProviderOptions } from '../accounts/oidc/identity-provider.ts';
import { createSessionAuthenticator } from '../accounts/session-authenticator.ts';
import { createSessionCookie } from '../accounts/session-cookie.ts';
import { describeCodeHosts, type CodeHosts } from '../codehost/code-hosts.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ReadInstructions } from '../contract/agent-instructions.ts';
import type { Logger } from '../kernel/logger.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { Models } from '../model/create-models.ts';
import type { Projects } from '../projects/projects.ts';
import { createReviewPullRequests, type JobsOfPullRequests } from '../projects/review-pull-requests.ts';
import { addDashboardApi } from './dashboard-api.ts';
import { keyOrSession } from './key-or-session.ts';
import { createTryProject } from './try-project.ts';

interface CreateDashboardApiOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Seals what the browser keeps while it is at the identity provider. */
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
  readonly accounts: Accounts;
  readonly projects: Projects;
  readonly codeHosts: CodeHosts;
  readonly models: Models;
  readonly jobsOf: JobsOfPullRequests;
  readonly readInstructions: ReadInstructions;
  readonly signIn: {
    readonly passwords: boolean;
    readonly provider: Omit<IdentityProviderOptions, 'publicUrl'> | undefined;
  };
}

/** What people use: their sessions, and everything below `/api/dashboard`. */
export interface DashboardApi {
  /** Of every endpoint that programs and people share. */
  readonly authenticator: Authenticator;
  addRoutes(app: HttpApp): void;
}

export function createDashboardApi(options: CreateDashboardApiOptions): DashboardApi {
  const { db, clock, accounts, projects, models, publicUrl, signIn } = options;
  const { connect } = projects;
  const cookie = createSessionCookie({ publicUrl });
  const sessions = createSessionAuthenticator({ db, sessions: accounts.sessions, cookie, publicUrl });
  return {
    authenticator: keyOrSession({ keys: projects.keys, sessions }),
    addRoutes: (app) => {
      addDashboardApi(app, {
        ...options,
        cookie,
        signIn: {
          passwords: signIn.passwords,
          provider: signIn.provider && createIdentityProvider({ ...signIn.provider, publicUrl }),
        },
        tryProject: createTryProject({ connect, resolveModel: (name) => models.resolve(name) }),
        pullRequests: createReviewPullRequests({ db, clock, connect, jobsOf: options.jobsOf }),
        codeHosts: describeCodeHosts(options.codeHosts),
        models: {
          available: models.list().flatMap(({ configured, example }) => (configured ? [example] : [])),
          default: models.default() ?? null,
        },
      });
    },
  };
}

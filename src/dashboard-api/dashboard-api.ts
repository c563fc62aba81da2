import { z, createRoute } from '@hono/zod-openapi';
import { codeHostSchema } from '../contract/code-host.ts';
import { modelKeySourceSchema } from '../contract/model-key.ts';
import type { Operations } from '../contract/operations.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Clock } from '../kernel/clock.ts';
import { nextCommand } from '../kernel/next-command.ts';
import type { Projects, ReviewPullRequests } from '../projects/projects.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { addChangeRoutes, type FollowProject } from './change-routes.ts';
import { addGithubAppPages } from './github-app-pages.ts';
import { addGithubAppRoutes } from './github-app-routes.ts';
import { addGrantRoutes, type GrantRoutesOptions } from './grant-routes.ts';
import { addKeyRoutes } from './key-routes.ts';
import { addMemberRoutes } from './member-routes.ts';
import type { ReadInstructions } from '../contract/agent-instructions.ts';
import { addMailServerRoutes } from './mail-server-routes.ts';
import { addModelKeyRoutes } from './model-key-routes.ts';
import { addOperationsRoutes } from './operations-routes.ts';
import { addOidcRoutes } from './oidc-routes.ts';
import { addPasswordResetRoutes } from './password-reset-routes.ts';
import { addProjectRoutes } from './project-routes.ts';
import { addPullRequestRoutes } from './pull-request-routes.ts';
import { requireMember } from './require-member.ts';
import { dashboardPath, jsonAnswer } from './route-parts.ts';
import type { SessionCookie } from './session-cookie.ts';
import { addSessionRoutes } from './session-routes.ts';
import type { Doctor } from '../doctor/doctor.ts';

export interface DashboardApiOptions {
  readonly db: DatabaseConnection;
  readonly accounts: Accounts;
  readonly cookie: SessionCookie;
  readonly projects: Projects;
  readonly oauth: GrantRoutesOptions['oauth'];
  readonly doctor: Doctor;
  readonly pullRequests: ReviewPullRequests;
  readonly readInstructions: ReadInstructions;
  readonly followProject: FollowProject;
  readonly draining: AbortSignal;
  readonly readOperations: () => Promise<Operations>;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly codeHosts: readonly z.infer<typeof codeHostSchema>[];
  /** `provider/name` of each model that the server can use; the one used where a project names none depends on stored keys. */
  readonly models: {
    readonly available: readonly string[];
    readonly readKeys: () => Promise<{ default: string | null; keys: z.infer<typeof modelKeySourceSchema>[] }>;
  };
}

/** Everything below `/api/dashboard`: what a key must not do. */
export function addDashboardApi(app: HttpApp, options: DashboardApiOptions): void {
  const { db, accounts, cookie, publicUrl, projects, models, codeHosts } = options;
  const { doctor, readInstructions, clock } = options;
  const gate = { sessions: accounts.sessions, cookie, publicUrl };
  app.use(`${dashboardPath}/*`, async (context, next) => {
    await next();
    context.res.headers.set('cache-control', 'no-store');
  });
  addSessionRoutes(app, { accounts, gate });
  addPasswordResetRoutes(app, { accounts, gate });
  addOidcRoutes(app, { clock, providerSignIn: accounts.providerSignIn, gate });
  addMemberRoutes(app, { db, accounts, gate });
  addProjectRoutes(app, { projects, tryProject: doctor.tryProject, readInstructions, gate });
  addPullRequestRoutes(app, { pullRequests: options.pullRequests, gate });
  addChangeRoutes(app, { ...options, gate });
  addOperationsRoutes(app, { readOperations: options.readOperations, doctor, gate });
  addMailServerRoutes(app, { projects, gate, sendNotice: accounts.sendNotice, clock });
  addModelKeyRoutes(app, { projects, tryModel: doctor.tryServerModel, gate });
  addKeyRoutes(app, { keys: projects.keys, gate });
  addGrantRoutes(app, { oauth: options.oauth, clock, gate });
  addGithubAppRoutes(app, { githubApp: projects.githubApp, gate });
  addGithubAppPages(app, { githubApp: projects.githubApp });
  const serverSchema = z.object({
    publicUrl: z.string(),
    /**
     * What commands begin with on the machine of the server, in the folder from which it was started; to others than
     * owners, who run it, places on the machine are not told.
     */
    command: z.string(),
    models: z.array(z.string()),
    defaultModel: z.string().nullable(),
    modelKeys: z.array(modelKeySourceSchema),
    codeHosts: z.array(codeHostSchema),
  });
  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/server`,
      summary: 'Information about this server for the dashboard',
      middleware: requireMember(gate, 'viewer'),
      responses: { 200: jsonAnswer(serverSchema), ...problemResponses(401) },
    }),
    async (context) => {
      const { default: defaultModel, keys: modelKeys } = await models.readKeys();
      return context.json(
        {
          publicUrl,
          command: context.var.signedIn.member.role === 'owner' ? nextCommand() : 'docwright',
          models: [...models.available],
          defaultModel,
          modelKeys,
          codeHosts: [...codeHosts],
        },
        200,
      );
    },
  );
}

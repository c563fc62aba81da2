import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { basePath } from './api/base-path.ts';
import { readByLink } from './api/link-token.ts';
import { readAnalyticsSearch } from './analytics/analytics-search.ts';
import { readDiffSearch } from './diff/diff-search.ts';
import { consentQuery } from './grants/grants.ts';
import { readJobSearch } from './jobs/job-search.ts';
import { readJobsSearch } from './jobs/jobs-search.ts';
import { projectsQuery, rememberedProject, rememberProject, serverQuery } from './projects/projects.ts';
import { InvitationPage } from './session/invitation-page.tsx';
import { ResetPasswordPage } from './session/reset-password-page.tsx';
import { sessionQuery, signInWaysQuery } from './session/session.ts';
import { SignedInPage } from './session/signed-in-page.tsx';
import { SignInCallbackPage } from './session/sign-in-callback-page.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { PageFailed } from './shell/page-failed.tsx';
import { AddressMissing } from './shell/page-missing.tsx';
import { Shell, ShellLoading } from './shell/shell.tsx';

interface DashboardContext {
  readonly client: QueryClient;
  /** What stood behind `?` when the page was opened, to the letter: the router reads and rewrites it. */
  readonly arrivalSearch: string;
}

const root = createRootRouteWithContext<DashboardContext>()({
  component: Outlet,
  notFoundComponent: AddressMissing,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  loader: ({ context: { client } }) => client.query({ ...signInWaysQuery, staleTime: 'static' }),
  validateSearch: ({ next }): { next?: string } =>
    // Only addresses of this dashboard: a link must not send anybody elsewhere after signing in.
    typeof next === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(next) ? { next } : {},
});
const signInCallback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  component: SignInCallbackPage,
});
const signedInElsewhere = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedInPage });
const invitationRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: InvitationPage,
    loader: ({ context: { client } }) => client.query({ ...signInWaysQuery, staleTime: 'static' }),
  });
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: ResetPasswordPage,
});
const setUp = invitationRoute('/set-up');
const invitation = invitationRoute('/invitation');

/** By a link with which anybody may read the numbers of one project. Its token stands behind `#`. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('./analytics/shared-page.tsx'), 'SharedPage'),
  beforeLoad: ({ location: { hash } }) => {
    if (hash !== '') readByLink(hash);
  },
});

async function requireMember({
  context: { client },
  location,
}: {
  context: DashboardContext;
  location: { href: string };
}): Promise<void> {
  readByLink('');
  const [{ member }] = await Promise.all([
    client.query({ ...sessionQuery, staleTime: 'static' }),
    client.query({ ...signInWaysQuery, staleTime: 'static' }),
  ]);
  if (member !== null) return;
  const next = location.href === '/' ? {} : { next: location.href };
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way to redirect
  throw redirect({ to: '/sign-in', search: next, replace: true });
}

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'members-only',
  component: Shell,
  // Where the session is long in coming.
  pendingComponent: ShellLoading,
  pendingMinMs: 0,
  beforeLoad: requireMember,
});
/** Alone on its page: nothing beside it leads away from the decision. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: ({ request }) => ({ request: typeof request === 'string' ? request : '' }),
  beforeLoad: requireMember,
  loaderDeps: ({ search }) => search,
  // The page shows what was refused.
  loader: ({ context: { client }, deps: { request } }) =>
    Promise.allSettled([client.query(consentQuery(request)), client.query({ ...projectsQuery, staleTime: 'static' })]),
  component: lazyRouteComponent(() => import('./grants/connect-page.tsx'), 'ConnectPage'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async ({ context: { client } }) => {
    const { projects } = await client.query({ ...projectsQuery, staleTime: 'static' });
    const project = projects.find(({ id }) => id === rememberedProject()) ?? projects[0];
    const to = project === undefined ? '/projects/new' : '/projects/$projectId/jobs';
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way to redirect
    throw redirect({ to, params: { projectId: project?.id ?? '' }, replace: true });
  },
});

const page = <Path extends string>(path: Path, component: Parameters<typeof createRoute>[0]['component']) =>
  createRoute({ getParentRoute: () => signedIn, path, ...(component === undefined ? {} : { component }) });

const projects = page(
  '/projects',
  lazyRouteComponent(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
);
/** Before the page is shown, so that what depends on the server has its height from the start. */
const loadServer = ({ context: { client } }: { context: DashboardContext }) =>
  client.query({ ...serverQuery, staleTime: 'static' });
const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  loader: loadServer,
  component: lazyRouteComponent(() => import('./projects/new-project-page.tsx'), 'NewProjectPage'),
});
const members = page(
  '/members',
  lazyRouteComponent(() => import('./members/members-page.tsx'), 'MembersPage'),
);
const auditLog = page(
  '/audit-log',
  lazyRouteComponent(() => import('./members/audit-log-page.tsx'), 'AuditLogPage'),
);
const server = page(
  '/server',
  lazyRouteComponent(() => import('./server/server-page.tsx'), 'ServerPage'),
);
const account = page(
  '/account',
  lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
);

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  component: Outlet,
  loader: async ({ context: { client }, params: { projectId } }) => {
    const { projects: all } = await client.query({ ...projectsQuery, staleTime: 'static' });
    if (all.some(({ id }) => id === projectId)) rememberProject(projectId);
  },
});
/** An address that was cut short. */
const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way to redirect
    throw redirect({ to: '/projects/$projectId/jobs', params, replace: true });
  },
});
const jobs = createRoute({
  getParentRoute: () => project,
  path: '/jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
});
const job = createRoute({
  getParentRoute: () => project,
  path: '/jobs/$jobId',
  validateSearch: readJobSearch,
  component: lazyRouteComponent(() => import('./jobs/job-page.tsx'), 'JobPage'),
});
const pullRequests = createRoute({
  getParentRoute: () => project,
  path: '/pulls',
  component: lazyRouteComponent(() => import('./pull-requests/pull-requests-page.tsx'), 'PullRequestsPage'),
});
const pullRequest = createRoute({
  getParentRoute: () => project,
  path: '/pulls/$number',
  validateSearch: readDiffSearch,
  component: lazyRouteComponent(() => import('./pull-requests/pull-request-page.tsx'), 'PullRequestPage'),
});
const analytics = createRoute({
  getParentRoute: () => project,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
});
const keys = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});
const settingsRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => project,
    path,
    loader: loadServer,
    component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  });
const settings = settingsRoute('/settings');
const settingsSection = settingsRoute('/settings/$section');
const projectSetUp = createRoute({
  getParentRoute: () => project,
  path: '/set-up',
  loader: loadServer,
  component: lazyRouteComponent(() => import('./projects/set-up-page.tsx'), 'SetUpPage'),
});

const routeTree = root.addChildren([
  signIn,
  signInCallback,
  signedInElsewhere,
  setUp,
  invitation,
  resetPassword,
  shared,
  connect,
  signedIn.addChildren([
    home,
    projects,
    newProject,
    members,
    auditLog,
    server,
    account,
    project.addChildren([
      projectHome,
      jobs,
      job,
      pullRequests,
      pullRequest,
      analytics,
      keys,
      settings,
      settingsSection,
      projectSetUp,
    ]),
  ]),
]);

export function createDashboardRouter(context: DashboardContext) {
  return createRouter({
    routeTree,
    context,
    basepath: basePath || '/',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // Only what a page has validated reaches it.
    search: { strict: true },
    defaultNotFoundComponent: AddressMissing,
    defaultErrorComponent: PageFailed,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}

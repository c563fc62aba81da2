import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { html } from 'hono/html';
import { AppError } from '../../kernel/app-error.ts';
import type { LocalPullRequests } from './local-pull-requests.ts';
import type { LocalRepositories, LocalRepository } from './local-repositories.ts';
import type { Person } from './merge-branches.ts';
import { createHighlighter, type HighlightLines } from './page/highlight-lines.ts';
import { parseDiff } from './page/parse-diff.ts';
import { pullRequestListPage } from './page/pull-request-list-page.ts';
import { pullRequestPage } from './page/pull-request-page.ts';

export interface LocalPullRequestRoutesOptions {
  readonly repositories: LocalRepositories;
  readonly pullRequests: LocalPullRequests;
  /** Whether this visitor may see and decide the project's pull requests; a `Response` (such as a way to log in) is sent as it is. */
  readonly authorize: (context: Context, projectId: string) => boolean | Response | Promise<boolean | Response>;
  /** The repository address of a project on the local host; undefined when there is no such project or it is elsewhere. */
  readonly repositoryOf: (projectId: string) => Promise<string | undefined>;
  /** Who stands in the merge commit. */
  readonly personOf?: (context: Context) => Person | Promise<Person>;
}

const csrfCookie = 'docwright_csrf';
/** 32 random bytes as base64url. */
const csrfPattern = /^[A-Za-z0-9_-]{43}$/;
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const actions = ['merge', 'close', 'reopen'] as const;

/** Pages for reviewing local pull requests at `/projects/{projectId}/pulls`: plain HTML and forms, no script. */
export function localPullRequestRoutes(options: LocalPullRequestRoutesOptions): Hono {
  const { repositories, pullRequests, authorize, repositoryOf } = options;
  const personOf = options.personOf ?? (() => ({ name: 'Docwright', email: 'docwright@localhost' }));
  const stylesheet = readFileSync(new URL('page/pull-requests.css', import.meta.url), 'utf8');
  const stylesheetVersion = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);
  let highlighter: HighlightLines | undefined;
  const highlight: HighlightLines = (code, path) => (highlighter ??= createHighlighter())(code, path);

  const app = new Hono();
  const base = '/projects/:projectId/pulls';

  app.use(`${base}/*`, async (context, next) => {
    await next();
    context.header('Content-Security-Policy', contentSecurityPolicy);
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Referrer-Policy', 'same-origin');
  });

  app.get(`${base}/pull-requests.css`, (context) =>
    context.body(stylesheet, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    }),
  );

  /** The repository, or the answer that ends the request. */
  const enter = async (context: Context): Promise<LocalRepository | Response> => {
    const projectId = context.req.param('projectId') ?? '';
    const allowed = await authorize(context, projectId);
    if (allowed instanceof Response) return allowed;
    const address = allowed ? await repositoryOf(projectId) : undefined;
    return address === undefined ? context.text('There is no such page.', 404) : repositories.find(address);
  };
  const linksOf = (context: Context): { home: string; base: string; stylesheet: string } => {
    const project = `/projects/${encodeURIComponent(context.req.param('projectId') ?? '')}`;
    const list = `${project}/pulls`;
    return { home: `${project}/jobs`, base: list, stylesheet: `${list}/pull-requests.css?v=${stylesheetVersion}` };
  };

  const showPullRequest = async (
    context: Context,
    { name, path }: LocalRepository,
    problem: AppError | undefined,
  ): Promise<Response> => {
    const number = Number(context.req.param('number'));
    const view = await pullRequests.get(path, number);
    const files = parseDiff(await pullRequests.diff(path, number));
    const page = pullRequestPage({
      repositoryName: name,
      ...linksOf(context),
      view,
      files,
      highlight,
      csrfToken: csrfTokenOf(context),
      problem: problem && { title: problem.facts.title, message: problem.message, remedy: problem.facts.remedy },
    });
    return sendPage(context, page, problem?.facts.status);
  };

  app.get(base, async (context) => {
    const repository = await enter(context);
    if (repository instanceof Response) return repository;
    const records = await pullRequests.list(repository.path);
    return sendPage(context, pullRequestListPage({ repositoryName: repository.name, ...linksOf(context), records }));
  });

  app.get(`${base}/:number{[1-9][0-9]{0,8}}`, async (context) => {
    const repository = await enter(context);
    return repository instanceof Response ? repository : showPullRequest(context, repository, undefined);
  });

  app.get(`${base}/:number{[1-9][0-9]{0,8}}/diff`, async (context) => {
    const repository = await enter(context);
    if (repository instanceof Response) return repository;
    return context.text(await pullRequests.diff(repository.path, Number(context.req.param('number'))));
  });

  for (const action of actions) {
    app.post(`${base}/:number{[1-9][0-9]{0,8}}/${action}`, async (context) => {
      const repository = await enter(context);
      if (repository instanceof Response) return repository;
      const form = await context.req.parseBody();
      if (!cameFromOurPage(context, form['csrf'])) {
        return context.text('This form is out of date. Go back, reload the page, and try again.', 403);
      }
      const number = Number(context.req.param('number'));
      const head = typeof form['head'] === 'string' ? form['head'] : undefined;
      try {
        if (action === 'merge') await pullRequests.merge(repository.path, number, await personOf(context), head);
        else await pullRequests[action](repository.path, number);
      } catch (error) {
        if (!(error instanceof AppError) || error.facts.status === 404) throw error;
        return showPullRequest(context, repository, error);
      }
      return context.redirect(`${linksOf(context).base}/${number}`, 303);
    });
  }

  app.onError((error, context) => {
    if (!(error instanceof AppError)) throw error;
    return context.text(
      `${error.facts.title}. ${error.message} ${error.facts.remedy}`,
      error.facts.status === 404 ? 404 : 500,
    );
  });
  return app;
}

async function sendPage(context: Context, page: ReturnType<typeof html>, status = 200): Promise<Response> {
  return context.body(String(await page), status === 200 ? 200 : 409, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

function csrfTokenOf(context: Context): string {
  const known = getCookie(context, csrfCookie);
  if (known !== undefined && csrfPattern.test(known)) return known;
  const token = randomBytes(32).toString('base64url');
  const secure = new URL(context.req.url).protocol === 'https:' || context.req.header('X-Forwarded-Proto') === 'https';
  setCookie(context, csrfCookie, token, { httpOnly: true, sameSite: 'Strict', path: '/projects', secure });
  return token;
}

/** The token of the form equals that of the cookie, and the browser does not say that another site sent it. */
function cameFromOurPage(context: Context, token: unknown): boolean {
  const site = context.req.header('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin') return false;
  const cookie = getCookie(context, csrfCookie) ?? '';
  if (typeof token !== 'string' || !csrfPattern.test(token) || !csrfPattern.test(cookie)) return false;
  return timingSafeEqual(Buffer.from(token), Buffer.from(cookie));
}

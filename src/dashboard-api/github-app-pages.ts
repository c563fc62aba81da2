import type { Context } from 'hono';
import type { AppForm } from '../codehost/host-app.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { inline, join, markup, type Markup } from '../http/reference/page-layout.ts';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import { githubAppPaths, type Projects } from '../projects/projects.ts';

/**
 * The address holds a state that is as good as a sign-in for this one thing. No `form-action`: browsers apply it to redirects too,
 * and GitHub may lead to an identity provider.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * Adds the way to GitHub and back. GitHub takes a manifest from a form of a browser only, and the dashboard's own pages send forms
 * nowhere else. The state in the address shows that an owner or the command line began it.
 */
export function addGithubAppPages(app: HttpApp, { githubApp }: { githubApp: Projects['githubApp'] }): void {
  const orProblem = async (context: Context<HttpEnvironment>, answer: () => Promise<Response>): Promise<Response> => {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const content = markup`<p>${error.message}</p><p>${inline(remedyAt('settings', error.facts))}</p>`;
      const status = error.facts.status === 400 ? 400 : 502;
      return context.body(page(error.facts.title, content), status, headers);
    }
  };
  const queryOf = (context: Context<HttpEnvironment>, name: string) => (context.req.query(name) ?? '').slice(0, 200);

  app.get(githubAppPaths.form, (context) =>
    orProblem(context, async () => {
      const form = await githubApp.form(queryOf(context, 'state'));
      return context.body(page('Connect GitHub', formOf(form)), 200, headers);
    }),
  );
  app.get(githubAppPaths.created, (context) =>
    orProblem(context, async () => {
      const installUrl = await githubApp.finish({ state: queryOf(context, 'state'), code: queryOf(context, 'code') });
      context.header('cache-control', 'no-store');
      context.header('referrer-policy', 'no-referrer');
      return context.redirect(installUrl, 303);
    }),
  );
}

function formOf({ action, fields, name, permissions }: AppForm): Markup {
  const inputs = Object.entries(fields).map(
    ([field, value]) => markup`<input type="hidden" name="${field}" value="${value}">`,
  );
  const items = permissions.map((permission) => markup`<li>${permission}</li>`);
  return markup`<p>GitHub creates an App named ${name}, which only its owner can install. You can change the name there. Then you choose the
repositories that it reaches.</p>
<p>In these repositories, it gets:</p>
<ul>${join(items)}</ul>
<form method="post" action="${action}">${join(inputs)}<button>Continue to ${new URL(action).host}</button></form>`;
}

function page(title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.toString();
}

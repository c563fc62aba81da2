import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorFacts } from '../../kernel/app-error.ts';
import { once } from '../../kernel/once.ts';
import { preferenceFor } from '../accept.ts';
import type { HttpApp } from '../create-http-app.ts';
import { ProblemUnknown } from '../errors.ts';
import { describeApi } from './describe-api.ts';
import { pageHeaders } from './page-layout.ts';
import { problemList, problemPage, unknownProblemPage } from './problem-pages.ts';
import { referencePage } from './reference-page.ts';
import { shareAnswers } from './share-answers.ts';

export interface ReferenceOptions {
  readonly version: string;
  /** Where the operations are, from the top of the host: `/`, or the path of the public URL. */
  readonly serverPath?: string;
  /** All errors there are; called when it is first needed. */
  readonly loadErrorCatalogue: () => Promise<readonly ErrorFacts[]>;
}

/** Adds `/openapi.json`, `/docs` and `/problems`. Describes the routes that the application has when first asked. */
export function addReferenceRoutes(
  app: HttpApp,
  { version, serverPath = '/', loadErrorCatalogue }: ReferenceOptions,
): void {
  const catalogue = once(loadErrorCatalogue);
  const document = once(async () =>
    describeApi(app, { version, errorCodes: (await catalogue()).map((facts) => facts.code) }),
  );
  const page = once(async () => referencePage(await document()).toString());
  const file = (name: string) => once(() => readFile(join(import.meta.dirname, name), 'utf8'));
  const [style, theme, reading] = [file('reference.css'), file('theme.js'), file('reading.js')];
  const published = once(async () => shareAnswers(await document()));

  app.get('/openapi.json', async (context) =>
    context.json({ ...(await published()), servers: [{ url: serverPath }] }, 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/docs', async (context) => context.body(await page(), 200, pageHeaders));
  app.get('/docs/reference.css', async (context) =>
    context.body(await style(), 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }),
  );
  app.get('/docs/reading.js', async (context) =>
    context.body(await reading(), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'max-age=3600',
    }),
  );
  // The dashboard uses it as well: the theme is chosen there, and followed everywhere.
  app.get('/docs/theme.js', async (context) =>
    context.body(await theme(), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'max-age=3600',
    }),
  );
  app.get('/problems', async (context) => context.body(problemList(await catalogue()).toString(), 200, pageHeaders));
  app.get('/problems/:code', async (context) => {
    const code = context.req.param('code');
    const entries = await catalogue();
    const facts = entries.find((entry) => entry.code === code);
    if (facts === undefined) {
      const accept = context.req.header('accept');
      if (preferenceFor('text/html', accept) <= preferenceFor('application/json', accept))
        throw new ProblemUnknown(code);
      return context.body(unknownProblemPage(code, entries).toString(), 404, pageHeaders);
    }
    return context.body(problemPage(facts).toString(), 200, pageHeaders);
  });
}

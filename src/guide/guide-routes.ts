import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { HttpApp } from '../http/create-http-app.ts';
import { RouteNotFound } from '../http/errors.ts';
import { pageHeaders } from '../http/reference/page-layout.ts';
import { once } from '../kernel/once.ts';

/** Adds the user's guide, `/guide`, from the Markdown in `folder`. It is read, and its parser loaded, when it is first asked for. */
export function addGuideRoutes(app: HttpApp, { folder }: { folder: string }): void {
  const guide = once(async () => {
    const { readGuide } = await import('./read-guide.ts');
    const { guidePage, missingPage, searchPage } = await import('./guide-pages.ts');
    const { searchGuide, titleOf } = await import('./search-guide.ts');
    return { all: await readGuide(folder), guidePage, missingPage, searchPage, searchGuide, titleOf };
  });

  app.get('/guide', async (context) => {
    const { all, guidePage } = await guide();
    return context.body(guidePage(all, all.contents).toString(), 200, pageHeaders);
  });
  app.get('/guide/search', async (context) => {
    const question = (context.req.query('q') ?? '').slice(0, 200);
    const { all, searchPage, searchGuide, titleOf } = await guide();
    context.header('vary', 'accept');
    if (context.req.header('accept') !== 'application/json')
      return context.body(searchPage(all, question).toString(), 200, pageHeaders);
    // For the search of the dashboard.
    const results = searchGuide(all, question);
    return context.json({ results: results.map((result) => ({ title: titleOf(result), address: result.address })) });
  });
  app.get('/guide/images/:name{[\\w-]+\\.png}', async (context) => {
    const image = await readFile(join(folder, 'images', basename(context.req.param('name')))).catch(() => undefined);
    if (image === undefined) throw new RouteNotFound('GET', context.req.path);
    return context.body(Uint8Array.from(image), 200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' });
  });
  app.get('/guide/:name', async (context) => {
    const { all, guidePage, missingPage } = await guide();
    // The source of a page, for whoever reads Markdown: the same address with `.md`.
    const [, name = '', source] = /^(.+?)(\.md)?$/.exec(context.req.param('name')) ?? [];
    const page = all.pages.find((candidate) => candidate.name === name);
    if (page === undefined) return context.body(missingPage(all, name).toString(), 404, pageHeaders);
    if (source === undefined) return context.body(guidePage(all, page).toString(), 200, pageHeaders);
    return context.body(page.markdown, 200, { 'content-type': 'text/markdown; charset=utf-8' });
  });
}

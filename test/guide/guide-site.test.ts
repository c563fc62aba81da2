import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheck } from '../../check/src/create-check.ts';
import { createFolderTree } from '../../check/src/check.ts';
import { addGuideRoutes } from '../../src/guide/guide-routes.ts';
import { addressOf, addressOfPage, readGuide } from '../../src/guide/read-guide.ts';
import { findLinks } from '../../src/guide/find-links.ts';
import { createHttpApp } from '../../src/http/create-http-app.ts';
import { createManualClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';

const repository = join(import.meta.dirname, '../..');
const folder = join(repository, 'docs');
const guide = await readGuide(folder);
const app = createHttpApp({ logger: silentLogger, clock: createManualClock(0), trustedProxies: [] });
addGuideRoutes(app, { folder });
const get = async (path: string) => (await app.request(path)).text();

it('is a documentation site that docwright check passes', async () => {
  const report = await createCheck().check({ tree: createFolderTree(repository), docsFolder: 'docs' });
  expect(report.pages).toBeGreaterThan(12);
  expect(report.findings).toEqual([]);
});

it('lists every page of its folder once', () => {
  const files = guide.pages.map(({ file }) => file).filter((file) => file.startsWith('guide/'));
  const inFolder = readdirSync(join(folder, 'guide')).map((name) => `guide/${name}`);
  expect(files.toSorted()).toEqual(inFolder.toSorted());
  expect(new Set(guide.pages.map(({ name }) => name)).size).toBe(guide.pages.length);
});

it.each(guide.pages.map((page) => [page.file, page] as const))(
  '%s is shown, and all its links lead to a page and anchor of the server',
  async (_file, page) => {
    const response = await app.request(addressOfPage(page));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const shown = await response.text();
    expect(shown).not.toMatch(
      /<script(?! src="\/docs\/(?:theme|reading)\.js"(?: defer)?><\/script>)|style="|\[object|undefined<|<!-- /,
    );
    for (const url of page.sections.flatMap(({ nodes }) => findLinks(nodes))) {
      expect([url, addressOf(guide, page, url)]).not.toEqual([url, undefined]);
    }
    for (const [, target = ''] of shown.matchAll(/<a [^>]*href="(\/guide[^"]*|#[^"]*)"/g)) {
      const [path = '', fragment] = target.split('#');
      const destination = path === '' ? shown : await get(path);
      if (fragment !== undefined) expect(destination).toContain(`id="${fragment}"`);
    }
  },
);

it('leads from each page to the one before and the one after', async () => {
  for (const [index, page] of guide.pages.entries()) {
    const shown = await get(addressOfPage(page));
    const [before, after] = [guide.pages[index - 1], guide.pages[index + 1]];
    expect(shown.includes('rel="prev"')).toBe(before !== undefined);
    if (before !== undefined) expect(shown).toContain(`<a rel="prev" href="${addressOfPage(before)}">`);
    if (after !== undefined) expect(shown).toContain(`<a rel="next" href="${addressOfPage(after)}">`);
  }
});

it('finds sections that hold all words, a heading before a mention, and escapes the question', async () => {
  const found = await get('/guide/search?q=data+directory');
  expect(found).toMatch(/<mark>data<\/mark>/i);
  expect(await get('/guide/search?q=docwright+reclassify')).toMatch(
    /<ol class="found"><li><a href="\/guide\/command-line#docwright-reclassify">/,
  );
  expect(await get('/guide/search?q=zxqj')).toContain('No results');
  const headers = { accept: 'application/json' };
  const answer = await app.request('/guide/search?q=docwright+reclassify', { headers });
  const { results } = (await answer.json()) as { results: unknown[] };
  const address = '/guide/command-line#docwright-reclassify';
  expect(results[0]).toEqual({ title: 'Command line: docwright reclassify', address });
  const hostile = await get(`/guide/search?q=${encodeURIComponent('"><script>(.*')}`);
  expect(hostile).not.toMatch(/<script(?! src="\/docs\/(?:theme|reading)\.js"(?: defer)?><\/script>)/);
});

it('gives the source of a page, and tells a reader who is lost where the pages are', async () => {
  const source = await app.request('/guide/configuration.md');
  expect(source.headers.get('content-type')).toContain('text/markdown');
  expect(await source.text()).toMatch(/^# Configuration/m);
  const lost = await app.request('/guide/nothing-here');
  expect([lost.status, (await lost.text()).includes('href="/guide"')]).toEqual([404, true]);
  for (const name of ['..%2fconfiguration.png', 'nothing.png']) {
    expect((await app.request(`/guide/images/${name}`)).status).toBe(404);
  }
});

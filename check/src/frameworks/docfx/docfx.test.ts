import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const settings = {
  metadata: [{ src: [{ files: ['**/*.csproj'] }], dest: 'api' }],
  build: {
    content: [
      { files: ['**/*.{md,yml}'], exclude: ['_site/**', 'drafts/**'] },
      { files: 'CHANGELOG.md', src: '..' },
    ],
    resource: [{ files: ['images/**'] }],
    output: '_site',
  },
};
const site: Files = {
  'docs/docfx.json': JSON.stringify(settings),
  'docs/toc.yml': '- name: Guide\n  href: guide/\n- name: API\n  href: api/\n',
  'docs/index.md': '# Home\n\n[start](guide/start.md) ![a](images/a.png)\n',
  'docs/guide/toc.yml': 'items:\n- name: Start\n  href: start.md\n- name: Out\n  href: https://example.org/a.md\n',
  'docs/guide/start.md': '---\nuid: start\n---\n# Start\n\n## First steps\n',
  'docs/api/index.md': '# API\n',
  'docs/images/a.png': 'PNG',
  'CHANGELOG.md': '# Changes\n\n[start](docs/guide/start.md)\n',
};

async function said(page: string, files: Files = {}, path = 'docs/page.md'): Promise<string[]> {
  const tree = createMemoryTree({ ...site, [path]: page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, rule, path: at, line }) => `${severity} ${rule} ${at}:${line ?? ''}`)
    .sort();
}

const linksTo = (urls: readonly string[]): string => urls.map((url) => `[x](${url})\n\n`).join('');

describe('a site of DocFX', () => {
  it('has pages by their files, names of pages and code, and a reference that is made of code', async () => {
    const right = [
      'guide/start.md#first-steps',
      '~/guide/start.md',
      'guide/start.html',
      'xref:start',
      'xref:A.B',
      '@A.B',
    ];
    expect(
      await said(linksTo([...right, 'api/A.B.html', 'api/A.B.yml', 'api/', '#tab/one', '../CHANGELOG.md'])),
    ).toEqual([]);
  });

  it('lacks others', async () => {
    const wrong = ['guide/gone.md', 'api/gone.md', 'images/b.png', 'guide/start.md#gone', 'todo', '../CHANGES.md'];
    expect(await said(linksTo(wrong))).toEqual([
      'error broken-anchor docs/page.md:7',
      'error broken-link docs/page.md:1',
      'error broken-link docs/page.md:11',
      'error broken-link docs/page.md:3',
      'error broken-link docs/page.md:9',
      'error missing-file docs/page.md:5',
    ]);
  });

  it('has pages of folders that its settings name, and no others', async () => {
    const page = linksTo(['gone.md']);
    expect(await said(page, {}, 'CHANGELOG.md')).toEqual(['error broken-link CHANGELOG.md:1']);
    expect(await said(page, {}, 'docs/drafts/a.md')).toEqual(['warning broken-link docs/drafts/a.md:1']);
    expect(await said(page, {}, 'docs/_site/a.md')).toEqual([]);
  });

  it('reads patterns in any case, and stars before an ending at any depth', async () => {
    const other = { build: { content: [{ files: ['Guide/**.md'] }] } };
    const files = { 'docs/docfx.json': JSON.stringify(other) };
    expect(await said(linksTo(['gone.md']), files, 'docs/guide/deep/a.md')).toEqual([
      'error broken-link docs/guide/deep/a.md:1',
    ]);
  });

  it('names pages in its tables of contents', async () => {
    const table = '- name: A\n  href: gone.md\n- name: B\n  items:\n  - name: C\n    href: ~/guide/start.md\n';
    expect(await said('', { 'docs/guide/toc.yml': table })).toEqual([
      'warning navigation-missing-page docs/guide/toc.yml:2',
    ]);
    expect(
      await said('', { 'docs/toc.yml': '- name: A\n  href: api/A.B.yml\n- name: B\n  href: made/b.md\n' }),
    ).toEqual([]);
  });

  it('may be found in another case, or have settings that do not parse', async () => {
    expect(await said(linksTo(['guide/Start.md']))).toEqual(['warning broken-link docs/page.md:1']);
    const files = { 'docs/docfx.json': '{ "build": { content: [] } }' };
    expect(await said(linksTo(['guide/gone.md', 'api/A.B.html']), files)).toEqual([
      'warning broken-link docs/page.md:1',
    ]);
  });

  it('may have other repositories beside its pages', async () => {
    const service = { '.openpublishing.publish.config.json': '{}' };
    expect(await said(linksTo(['../other/a.md']), service)).toEqual(['warning broken-link docs/page.md:1']);
  });
});

it('shows a logo and an icon of the settings that are there, or that a template has', async () => {
  const withLogo = (globalMetadata: unknown): Files => ({
    'docs/docfx.json': JSON.stringify({ ...settings, build: { ...settings.build, globalMetadata } }, undefined, 1),
  });
  const told = async (globalMetadata: unknown, files: Files = {}) =>
    said('# A\n', { ...withLogo(globalMetadata), ...files });
  expect(await told({ _appLogoPath: 'images/a.png', _appFaviconPath: 'favicon.ico' })).toEqual([]);
  expect(await told({ _appLogoPath: 'images/own.svg' }, { 'docs/template/images/own.svg': '<svg/>' })).toEqual([]);
  expect(await told({ _appLogoPath: 'https://example.org/a.svg' })).toEqual([]);
  expect(await told({ _appLogoPath: 'images/gone.svg' })).toHaveLength(1);
  expect(await told({ _appLogoPath: 'images/gone.svg' }, { '.gitignore': '*.svg\n' })).toEqual([]);
});

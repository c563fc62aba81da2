import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const site: Files = {
  'retype.yml': 'input: ./docs\noutput: ./public\nurl: docs.example.org\n',
  'docs/README.md': `# Home\n\n${names.map((name) => `[x](/Guide/${name}/)\n`).join('')}`,
  ...Object.fromEntries(names.map((name) => [`docs/Guide/${name}.md`, `# ${name}\n\n## First part\n`])),
  'docs/Guide/index.yml': 'label: Guide\nroute: /guide\n',
  'docs/static/a.png': 'PNG',
  'docs/other.md': '---\nroute: /elsewhere\n---\n# Other\n',
};

async function said(page: string, files: Files = {}, path = 'docs/page.md'): Promise<string[]> {
  const tree = createMemoryTree({ ...site, [path]: page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, rule, path: at, line }) => `${severity} ${rule} ${at}:${line ?? ''}`);
}

const linksTo = (urls: readonly string[]): string => urls.map((url) => `[x](${url})\n\n`).join('');

describe('a site of Retype', () => {
  it('has pages by their files, whatever their letters, their sources, folders and files', async () => {
    const right = ['/guide/one/', '/Guide/one.md#first-part', '/guide', '/elsewhere/', '/other.md', '/static/a.png'];
    expect(await said(linksTo([...right, '/readme.md', '/', '/tags/a', 'Guide/two.md']))).toEqual([]);
  });

  it('lacks others, where most of its addresses are found', async () => {
    const wrong = ['/guide/on-e/', '/guide/ones.md', '/guide/two/#gone', 'Guide/seven.md'];
    expect(await said(linksTo(wrong))).toEqual([
      'warning broken-link docs/page.md:1',
      'warning broken-link docs/page.md:3',
      'warning broken-anchor docs/page.md:5',
      'warning broken-link docs/page.md:7',
    ]);
  });

  it('may have folders of which its pages are elsewhere', async () => {
    const other = { 'docs/api/index.yml': 'route: /reference\n', 'docs/api/start.md': '# Start\n' };
    expect(await said(linksTo(['/reference/st-art/']), other)).toEqual([]);
    expect(await said(linksTo(['/reference/st-art/']), { ...other, 'docs/api/index.yml': 'route: /api\n' })).toEqual([
      'warning broken-link docs/page.md:1',
    ]);
  });

  it('does not publish what it wrote', async () => {
    expect(await said(linksTo(['/gone/']), {}, 'public/a.md')).toEqual([]);
  });
});

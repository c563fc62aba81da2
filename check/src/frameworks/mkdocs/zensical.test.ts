import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(files: Files): Promise<{ readonly frameworks: readonly string[]; readonly findings: string[] }> {
  const { frameworks, findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return {
    frameworks,
    findings: findings.map(({ severity, rule, message }) => `${severity} ${rule} ${/\S*gone\S*/u.exec(message)?.[0]}`),
  };
}

describe('a site of Zensical', () => {
  const settings = '[project]\nsite_name = "A"\n';
  const index = '# A\n\n## First part\n\n[a](#first-part) [b](b.md) [c](b.md#gone)\n';

  it('has the pages, links, anchors and navigation of MkDocs', async () => {
    const nav =
      'nav = [{ "Start" = "index.md" }, { "More" = ["b.md", "c.md", "d.md", "e.md", { "Last" = "gone.md" }] }]\n';
    const pages = ['b', 'c', 'd', 'e'].map((name) => [`docs/${name}.md`, '# B\n\n## Some words\n'] as const);
    const files = { 'zensical.toml': settings + nav, 'docs/index.md': index, ...Object.fromEntries(pages) };
    expect(await said(files)).toEqual({
      frameworks: ['zensical'],
      findings: ['error broken-anchor #gone.', 'warning navigation-missing-page gone.md,'],
    });
  });

  it('has Markdown in elements of HTML and below what is indented where its settings name no extension', async () => {
    const page = '# A\n\n<figure markdown="span">\n![a](images/gone.png)\n</figure>\n\n!!! note\n\n    [b](gone.md)\n';
    const files = { 'docs/index.md': page, 'docs/images/there.png': 'PNG' };
    const both = ['error missing-file images/gone.png', 'error broken-link gone.md'];
    expect((await said({ ...files, 'zensical.toml': settings })).findings).toEqual(both);
    const without = `${settings}markdown_extensions = {}\n`;
    expect((await said({ ...files, 'zensical.toml': without })).findings).not.toEqual(both);
  });

  it('names extensions of packages by tables of TOML', async () => {
    const page = '# A\n\n/// note\nText without an end.\n\n## B\n';
    const files = { 'docs/index.md': page };
    const blocks = `${settings}[project.markdown_extensions.pymdownx.blocks.admonition]\n`;
    const unclosed = async (text: string): Promise<boolean> =>
      (await said({ ...files, 'zensical.toml': text })).findings.some((one) => one.includes('unclosed'));
    expect(await unclosed(blocks)).toBe(true);
    expect(await unclosed(settings)).toBe(false);
  });

  it('passes over plugins that it does not have', async () => {
    const files = { 'docs/index.md': '# A\n\n[a](gone/)\n', 'docs/b.md': '# B\n' };
    const plugin = `${settings}[project.plugins.own-thing]\n`;
    expect((await said({ ...files, 'zensical.toml': plugin })).findings).toEqual(['error broken-link gone/']);
    const mkdocs = { 'mkdocs.yml': 'site_name: A\nplugins: [own-thing]\n' };
    expect((await said({ ...files, ...mkdocs })).findings).not.toContain('error broken-link gone/');
  });

  it('is not judged where its settings do not parse, and told of them', async () => {
    const files = { 'zensical.toml': '[project\n', 'docs/index.md': '[a](gone.md)\n' };
    expect((await said(files)).findings).toContain('error settings-syntax undefined');
  });
});

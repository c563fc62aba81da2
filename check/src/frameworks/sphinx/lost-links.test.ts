import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(settings: string, page: string): Promise<string[]> {
  const tree = createMemoryTree({
    'docs/conf.py': settings,
    'docs/index.md': page,
    'docs/b.md': '# B\n\n## Run\n',
    'docs/hidden.md': '# Hidden\n',
    'bench/README.md': '# Bench\n',
    'bench/run.py': '',
  });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ path, severity }) => path === 'docs/index.md' && severity !== 'notice')
    .map(({ severity, message }) => `${severity} ${message}`);
}

describe('a link of MyST to a source that is no page', () => {
  const settings = 'extensions = ["myst_parser"]\nexclude_patterns = ["hidden.md"]\n';

  it('is told, wherever the source lies', async () => {
    expect(await said(settings, '# A\n\n[x](../bench/README.md#bench) [y](hidden.md)\n')).toEqual([
      'warning The link ../bench/README.md#bench leads to no page: bench/README.md is there and no page of this site, so that MyST shows the text alone.',
      'warning The link hidden.md leads to no page: docs/hidden.md is there and no page of this site, so that MyST shows the text alone.',
    ]);
  });

  it('is none where the file is a download, a page, or the settings change pages', async () => {
    expect(await said(settings, '# A\n\n[x](../bench/run.py) [y](b.md)\n')).toEqual([]);
    const changing = `${settings}def setup(app):\n    app.connect("source-read", change)\n`;
    expect(await said(changing, '# A\n\n[x](../bench/README.md)\n')).toEqual([]);
  });

  it('is passed over where a site has more than thirty', async () => {
    const many = Array.from({ length: 31 }, (_, index) => `[x](../bench/README.md#a${index})`);
    expect(await said(settings, `# A\n\n${many.join('\n')}\n`)).toEqual([]);
  });
});

describe('a link of recommonmark to a source with an anchor', () => {
  const settings = 'extensions = ["recommonmark"]\n';

  it('is left as it is, so that it leads to no page', async () => {
    expect(await said(settings, '# A\n\n[x](b.md#run) [y](b.md)\n')).toEqual([
      'warning The link b.md#run leads to no page: with an anchor, recommonmark leaves the address as it is, and the page ends in .html.',
    ]);
  });

  it('is made one of its page where the settings say so', async () => {
    const structured = `${settings}def setup(app):\n    app.add_transform(AutoStructify)\n`;
    expect(await said(structured, '# A\n\n[x](b.md#run)\n')).toEqual([]);
  });
});

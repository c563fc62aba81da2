import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

const pages: Files = {
  'docs/index.md': '# A\n\n[a](/use/deep/one.md) [b](use/deep/two.md) [c](use/deep/three.md)\n\n![d](images/one.png)\n',
  'docs/use/deep/one.md': '# One\n',
  'docs/use/deep/two.md': '# Two\n',
  'docs/use/deep/three.md': '# Three\n',
  'docs/images/one.png': 'PNG',
};
const settings = 'site_name: A\nvalidation:\n  links:\n    absolute_links: relative_to_docs\n';

async function said(page: string, settingsText: string, others: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ ...pages, 'mkdocs.yml': settingsText, 'docs/more.md': page, ...others });
  const { findings } = await createDocsCheck().check({ tree });
  return findings
    .filter(({ path }) => path === 'docs/more.md')
    .map(({ severity, message }) => `${severity} ${/\S*gone\S*/u.exec(message)?.[0] ?? message}`);
}

describe('a hook of MkDocs', () => {
  const page = '# More\n\n[a](/use/deep/gone.md) [b](other/gone.md)\n\n![c](images/gone.png) ![d](drawn/gone.svg)\n';
  const hooked = `${settings}hooks:\n  - hooks/own.py\n`;
  const hook = (text: string): Files => ({ 'hooks/own.py': text });

  it('that only sets something before there are pages, or orders them, brings none', async () => {
    for (const text of [
      'def on_config(config):\n    config.markdown_extensions.append(Extension())\n    return config\n',
      'def on_nav(nav, config, files):\n    nav.items.sort(key=title)\n    return nav\n',
    ])
      expect(await said(page, hooked, hook(text))).toEqual([
        'error /use/deep/gone.md',
        'error other/gone.md',
        'error images/gone.png',
        'error drawn/gone.svg',
      ]);
  });

  it('that gives the site files may bring what it has none like', async () => {
    for (const text of [
      'def on_files(files, config):\n    return files\n',
      'def on_pre_build(config):\n    with open("x.md", "w") as page:\n        page.write("# X")\n',
    ])
      expect(await said(page, hooked, hook(text))).toEqual(['warning /use/deep/gone.md', 'warning images/gone.png']);
  });
});

describe('what stands in an element of HTML that is read as Markdown', () => {
  const page = '# More\n\n<figure markdown="span" id="part">\n  ![a](images/gone.png)\n</figure>\n\n[b](#part)\n';

  it('is read behind the tag too', async () => {
    expect(await said(page, `${settings}markdown_extensions:\n  - md_in_html\n`)).toEqual(['error images/gone.png']);
  });

  it('is HTML without the extension', async () => {
    expect(await said(page, settings)).toEqual([]);
    expect(await said(page.replace('span', '0'), `${settings}markdown_extensions:\n  - extra\n`)).toEqual([]);
  });
});

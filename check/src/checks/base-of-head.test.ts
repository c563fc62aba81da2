import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(files: Files): Promise<string[]> {
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.flatMap(({ severity, path, line, message }) =>
    message.includes('base of the site')
      ? [`${severity} ${path}:${line ?? ''} ${/link (\S+)/u.exec(message)?.[1] ?? ''}`]
      : [],
  );
}

const vitepress = (base: string): Files => ({
  '.vitepress/config.ts': `export default {
  base: '${base}',
  head: [
    ['link', { rel: 'icon', href: '/icon.svg' }],
    ['link', { rel: 'icon', href: '/tool/icon.png' }],
    ['meta', { property: 'og:image', content: '/card.png' }],
    ['link', { rel: 'icon', href: '/gone.ico' }],
  ],
}\n`,
  'index.md': '# A\n',
  'public/icon.svg': '',
  'public/icon.png': '',
  'public/card.png': '',
});

it('tells a file that a tag of the head of VitePress names without the base of the site', async () => {
  expect(await said(vitepress('/tool/'))).toEqual([
    'warning .vitepress/config.ts:4 /icon.svg',
    'warning .vitepress/config.ts:6 /card.png',
  ]);
  expect(await said(vitepress('/'))).toEqual([]);
});

it('tells one of Starlight, which puts the base before its icon alone', async () => {
  const files = {
    'astro.config.mjs': `import starlight from '@astrojs/starlight';
export default {
  base: '/tool',
  integrations: [starlight({
    title: 'A',
    favicon: '/icon.svg',
    head: [{ tag: 'link', attrs: { rel: 'manifest', href: '/site.webmanifest' } }],
  })],
};\n`,
    'src/content/docs/index.md': '---\ntitle: A\n---\n',
    'public/icon.svg': '',
    'public/site.webmanifest': '{}',
  };
  expect(await said(files)).toEqual(['warning astro.config.mjs:7 /site.webmanifest']);
});

it('tells it of a base that only running the settings tells, where a page names the place of the site', async () => {
  const dynamic: Files = { ...vitepress('/tool/'), 'README.md': '[Docs](https://acme.github.io/tool/)\n' };
  const settings = String(dynamic['.vitepress/config.ts']).replace("'/tool/'", "process.env.BASE ? made() : '/tool/'");
  const told = async (files: Files): Promise<readonly string[]> => {
    const tree = createMemoryTree({ ...dynamic, '.vitepress/config.ts': settings, ...files });
    const { findings } = await createDocsCheck().check({
      tree,
      repository: { url: 'https://github.com/acme/tool' },
    });
    return findings.flatMap(({ message }) =>
      message.includes('base of the site') ? [message.split(' ', 3)[2] ?? ''] : [],
    );
  };
  expect(await told({})).toEqual(['/icon.svg', '/card.png']);
  expect(await told({ CNAME: 'tool.example\n' })).toEqual([]);
  expect(await told({ 'README.md': '# Tool\n' })).toEqual([]);
});

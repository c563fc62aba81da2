import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

const host = 'https://docs.acme.dev/tool';
const docusaurus = {
  'docusaurus.config.js': `export default { title: 'x', url: 'https://docs.acme.dev', baseUrl: '/tool/', presets: [['classic', {}]] };\n`,
};
const pictures = Object.fromEntries(['a', 'b', 'c'].map((name) => [`static/img/${name}.png`, '']));

async function told(text: string, more: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ ...docusaurus, ...pictures, 'docs/start.md': `# Start\n\n${text}\n`, ...more });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.flatMap(({ severity, message }) => {
    const [, url] = /^The address (\S+) is that of no picture/u.exec(message) ?? [];
    return url === undefined ? [] : [`${severity} ${url.slice(host.length)}`];
  });
}

it('tells a picture of the own host that is not there, in a link, in the head of a page, and alone', async () => {
  const gone = `${host}/img/gone.png`;
  for (const text of [
    `![x](${gone})`,
    `<head>\n  <meta property="og:image" content="${gone}" />\n</head>`,
    `See ${gone} there.`,
  ])
    expect(await told(text)).toEqual(['warning /img/gone.png']);
  expect(await told('![x](https://docs.acme.dev/tool/zh/img/gone.png)')).toEqual(['warning /zh/img/gone.png']);
});

it('tells one of Docusaurus without the hash that its build puts into names', async () => {
  const hash = '0123456789abcdef0123456789abcdef';
  expect(await told(`![x](${host}/assets/images/a.png) ![y](${host}/assets/images/a-${hash}.png)`)).toEqual([
    'warning /assets/images/a.png',
  ]);
  expect(await told(`![x](${host}/assets/images/a.png)`, { 'static/assets/images/a.png': '' })).toEqual([]);
});

it('says nothing of what is there, of other hosts and folders, and of what a build may make', async () => {
  const there = [`${host}/img/a.png`, `${host}/zh/img/a.png`, `${host}/img/a.png?v=2`];
  const others = ['https://acme.dev/tool/img/gone.png', 'https://docs.acme.dev/img/gone.png', `${host}/cards/gone.png`];
  const filledIn = [`${host}/img/your-image.png`, `${host}/img/<name>.png`];
  for (const url of [...there, ...others, ...filledIn]) expect(await told(`![x](<${url}>)`)).toEqual([]);
  expect(await told(`![x](${host}/img/gone.png)`, { '.gitignore': 'static/img/gone.png\n' })).toEqual([]);
  expect(await told(`![x](${host}/img/beside.png)`, { 'docs/img/beside.png': '' })).toEqual([]);
});

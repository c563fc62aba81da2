import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const site: Files = {
  'docusaurus.config.js':
    "module.exports = { title: 'A', url: 'https://a.dev', baseUrl: '/', presets: [['classic', { docs: {} }]] };\n",
  'docs/start.md': '# Start\n\n![a](\\img\\a.png)\n',
  'static/img/a.png': '',
};

async function said(path: string, text: string): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree({ ...site, [path]: text }) });
  return findings.map(({ severity, line, message }) => `${severity} ${line}: ${/`([^`]+)`/u.exec(message)?.[1]}`);
}

it('tells links of pages that are programs, as their modules write them', async () => {
  const text = [
    '<Link className="a" to="/docs/start">a</Link> <Link to={"/docs/start#start"}>b</Link>',
    '<Link',
    '  to="/docs/intro">c</Link>',
    "<a href='/gone?x=1'>d</a>",
    '',
  ].join('\n');
  expect(await said('src/pages/index.tsx', text)).toEqual(['warning 3: /docs/intro', 'warning 4: /gone']);
  expect(await said('src/components/Home.js', text)).toHaveLength(2);
});

it('says nothing of addresses that are computed, commented out or outside of pages', async () => {
  const text =
    '{/* <Link to="/gone">a</Link> */}\n// <Link to="/gone">\n<Link to={`/gone/${x}`} /> <Link to="https://b.dev/gone" />\n';
  expect(await said('src/pages/index.tsx', text)).toEqual([]);
  expect(await said('tools/index.tsx', '<Link to="/gone">a</Link>\n')).toEqual([]);
});

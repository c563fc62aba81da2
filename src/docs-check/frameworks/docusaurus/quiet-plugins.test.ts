import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

/** How severe it is that a page names an address which is none of the site. */
async function severity(plugins: string, files: Readonly<Record<string, string>> = {}, url = '/docs/gone') {
  const tree = createMemoryTree({
    'docusaurus.config.js': `module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]], plugins: [${plugins}] };\n`,
    'docs/a.md': `# A\n\n[gone](${url})\n`,
    ...files,
  });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.map((finding) => finding.severity).join();
}

it('looks into plugins of the repository for what publishes pages', async () => {
  expect(await severity("'docusaurus-plugin-own'")).toBe('warning');
  expect(await severity("'./own'", { 'own/index.js': 'module.exports = () => ({ loadContent() {} });' })).toBe('error');
  expect(await severity("path.resolve(__dirname, 'own'),", { 'own/index.js': 'module.exports = load;' })).toBe('error');
  expect(await severity("[path.join(process.cwd(), 'own.ts'), {}]", { 'own.ts': 'export default load;' })).toBe(
    'error',
  );
  expect(await severity("'./own'")).toBe('warning');
  const publishing = [
    'actions.addRoute({ path })',
    'fs.writeFileSync(at, text)',
    "import blog from '@docusaurus/plugin-content-blog';",
    "const { add } = require('./gone');",
  ];
  for (const text of publishing) expect(await severity("'./own'", { 'own.js': text })).toBe('warning');
  const parts = { 'own.js': "import { add } from './add.js';", 'add.js': 'export const add = (a) => a.addRoute({});' };
  expect(await severity("'./own'", parts)).toBe('warning');
  // What is not told may be any plugin.
  expect(await severity('...all()')).toBe('warning');
});

it('reads plugins that stand under a condition', async () => {
  expect(await severity("...(id ? ['docusaurus-plugin-matomo'] : [])")).toBe('error');
  expect(await severity("...(id ? [['@docusaurus/plugin-google-gtag', {}]] : [])")).toBe('error');
  expect(await severity("id && 'docusaurus-plugin-own'")).toBe('warning');
});

it('knows the folders into which plugins write pages', async () => {
  const openapi = "['docusaurus-plugin-openapi-docs', { config: { pets: { outputDir: 'docs/pets' } } }]";
  expect(await severity(openapi)).toBe('error');
  expect(await severity(openapi, {}, '/docs/pets/add')).toBe('');
  expect(await severity(openapi, { 'docs/pets/find.md': '# Find\n' }, '/docs/pets/add')).toBe('warning');
  expect(await severity("['docusaurus-plugin-openapi-docs', { config }]")).toBe('warning');
  expect(await severity("'docusaurus-plugin-typedoc'", {}, '/docs/api/modules')).toBe('');
  expect(await severity("['docusaurus-plugin-typedoc', { out: 'reference' }]", {}, '/docs/reference/b')).toBe('');
  expect(await severity("['docusaurus-plugin-typedoc', { out: 'reference' }]", {}, '/docs/b')).toBe('error');
  expect(await severity("['docusaurus-plugin-typedoc', { out }]")).toBe('warning');
});

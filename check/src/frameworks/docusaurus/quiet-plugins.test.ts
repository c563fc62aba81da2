import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

/** How severe it is that a page names an address which is none of the site. */
async function severity(plugins: string, files: Readonly<Record<string, string>> = {}, url = '/docs/gone') {
  const tree = createMemoryTree({
    'docusaurus.config.js': `module.exports = { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]], plugins: [${plugins}] };\n`,
    'docs/a.md': `# A\n\n[gone](${url})\n`,
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
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
    "import other from '@acme/docusaurus-plugin-other';",
  ];
  for (const text of publishing) expect(await severity("'./own'", { 'own.js': text })).toBe('warning');
  const parts = { 'own.js': "import { add } from './add.js';", 'add.js': 'export const add = (a) => a.addRoute({});' };
  expect(await severity("'./own'", parts)).toBe('warning');
  // What is not told may be any plugin.
  expect(await severity('...all()')).toBe('warning');
});

it('takes a plugin that the settings import from a package for that package', async () => {
  const tree = (head: string, plugins: string) =>
    createMemoryTree({
      'docusaurus.config.js': `${head}\nexport default { url: 'https://a.dev', baseUrl: '/', presets: [['classic', {}]], plugins: [${plugins}] };\n`,
      'docs/a.md': '# A\n\n[gone](/docs/gone) [was](/docs/was)\n',
    });
  const said = async (head: string, plugins: string): Promise<readonly string[]> => {
    const { findings } = await createCheck().check({ tree: tree(head, plugins) });
    const broken = findings.filter(({ rule, severity }) => rule === 'broken-link' && severity !== 'notice');
    return broken.map((finding) => `${finding.severity} ${/`([^`]+)`/u.exec(finding.message)?.[1] ?? ''}`);
  };
  const redirects = "[redirects, { redirects: [{ from: '/docs/was', to: '/docs/a' }] }]";
  const imported = "import redirects from '@docusaurus/plugin-client-redirects';";
  expect(await said(imported, redirects)).toEqual(['error /docs/gone']);
  expect(await said('', "require('docusaurus-plugin-sass')")).toEqual(['error /docs/gone', 'error /docs/was']);
  for (const [head, plugin] of [
    ["import other from '@acme/other';", 'other'],
    ["import { redirects } from '@docusaurus/plugin-client-redirects';", 'redirects'],
    ["import redirects from './own';", 'redirects'],
  ] as const)
    expect(await said(head, plugin)).toEqual(['warning /docs/gone', 'warning /docs/was']);
});

it('knows that what a plugin writes into a site which is built is no page', async () => {
  const writing = (more: string) => ({
    'own.js': `module.exports = () => ({ postBuild({ outDir }) { fs.writeFileSync(outDir + '/a.txt', text); ${more} } });`,
  });
  expect(await severity("'./own'", writing(''))).toBe('error');
  expect(await severity("'./own'", writing(''), '/docs/gone.txt')).toBe('warning');
  // A page of HTML may be a redirect, and what is written before is taken in as a document.
  expect(await severity("'./own'", writing("fs.writeFileSync(outDir + '/a/index.html', to)"))).toBe('warning');
  expect(await severity("'./own'", { 'own.js': `${writing('')['own.js']} const a = { loadContent() {} };` })).toBe(
    'warning',
  );
});

it('knows where a blog lies that a plugin makes of something else', async () => {
  const own = { 'own.js': "import blog from '@docusaurus/plugin-content-blog'; fs.outputFile(at, text);" };
  const changes = "['./own', { routeBasePath: '/changes' }]";
  expect(await severity(changes, own)).toBe('error');
  expect(await severity(changes, own, '/changes/1.0')).toBe('');
  expect(await severity("['./own', { routeBasePath: '/' }]", own)).toBe('warning');
  expect(await severity(changes, { 'own.js': `${own['own.js']} actions.addRoute({ path });` })).toBe('warning');
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

it('takes an address that the settings give a preset or plugin for one that it publishes', async () => {
  const tree = (preset: string) =>
    createMemoryTree({
      'docusaurus.config.js': `module.exports = { presets: [['classic', {}], ${preset}] };\n`,
      'docs/a.md': '# A\n\n[a](/docs/rest-api/) [b](/docs/gone)\n',
    });
  const told = async (preset: string): Promise<(string | undefined)[]> =>
    (await createCheck().check({ tree: tree(preset) })).findings.map(
      ({ message }) => /\/docs\/\S+/u.exec(message)?.[0],
    );
  expect(await told("['redocusaurus', { specs: [{ routePath: 'docs/rest-api/', spec: 'a.yaml' }] }]")).toEqual([
    '/docs/gone',
  ]);
  expect(await told("['redocusaurus', { specs: [{ spec: 'a.yaml' }] }]")).toEqual(['/docs/rest-api/', '/docs/gone']);
});

import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const site: Files = {
  'next.config.js': 'import nextra from "nextra";\nexport default nextra({})({});\n',
  'src/pages/[locale]/index.mdx': '# Home\n\n[a](/guide/start) [b](/)\n',
  'src/pages/[locale]/networks/[id].mdx': '# Network\n',
  'src/pages/en/guide/start.mdx': '# Start\n\n[a](/en/guide/next) [b](/en) [c](/networks/x) [d](/guide/next)\n',
  'src/pages/en/guide/next.mdx': '# Next\n\n[a](/guide/gone) [b](/en/gone) [c](/guide/start)\n',
};

async function said(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.flatMap(({ severity, message }) => (severity === 'notice' ? [] : [`${severity} ${message}`]));
}

describe('a page of Nextra with the language as a parameter', () => {
  it('has an address in every language, and tells that the folder beside it is one', async () => {
    expect(await said(site)).toEqual([
      expect.stringMatching(/^error The link \/guide\/gone /u),
      expect.stringMatching(/^error The link \/en\/gone /u),
    ]);
  });

  it('alone does that: another folder is no language', async () => {
    const pages = Object.entries(site).filter(([path]) => !path.includes('['));
    const found = await said({ ...Object.fromEntries(pages), 'src/pages/index.mdx': '# Home\n\n[a](/guide/start)\n' });
    expect(found).toContainEqual(expect.stringContaining('The link /guide/start '));
  });
});

it('is what the settings of The Guild make', async () => {
  const tree = createMemoryTree({
    'website/next.config.mjs':
      "import { withGuildDocs } from '@theguild/components/next.config';\nexport default withGuildDocs({});\n",
    'website/src/pages/index.mdx': '# Home\n\n[a](/docs/a) [b](/docs/gone)\n',
    'website/src/pages/docs/a.mdx': '# A\n',
  });
  const { findings, frameworks } = await createCheck().check({ tree });
  expect(frameworks).toEqual(['nextra']);
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toContain('broken-link website/src/pages/index.mdx');
});

it('makes anchors of the ids that authors write as of any heading', async () => {
  const page = '# A\n\n[a](#ga4gh-beacon) [b](#GA4GH-Beacon)\n\n## Beacon [#GA4GH-Beacon]\n';
  expect(await said({ 'next.config.js': site['next.config.js'] ?? '', 'pages/index.mdx': page })).toEqual([
    expect.stringMatching(/^warning .*: GA4GH-Beacon\.$/u),
  ]);
});

it('doubts an address that settings lead on which are not read as a whole', async () => {
  const config = `import nextra from "nextra";
const redirects = async () =>
  Object.entries({ '/guide/old': '/guide/a' }).concat(more()).map(([source, destination]) => ({ source, destination }));
export default nextra({})({ redirects });
`;
  const files = {
    'next.config.js': config,
    'pages/index.mdx': '# A\n\n[a](/guide/old) [b](/guide/gone)\n',
    'pages/guide/a.mdx': '# A\n\n[c](./old) [d](./gone)\n',
  };
  expect((await said(files)).map((one) => /^\w+ The link \S+/u.exec(one)?.[0]).toSorted()).toEqual([
    'error The link ./gone',
    'error The link /guide/gone',
    'warning The link ./old',
    'warning The link /guide/old',
  ]);
});

import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

it.each([
  ['id={row.code}', []],
  ['className={row.code}', ['broken-anchor']],
])(
  'a component has the anchors of those that it takes in under other names, through what passes them on: %s',
  async (written, rules) => {
    const { findings } = await createCheck().check({
      tree: createMemoryTree({
        'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: {} }]] };",
        'src/table/index.ts': "export * from './search';\n",
        'src/table/search.tsx': "import { Rows as All } from '../rows/all';\nexport const Search = () => <All />;\n",
        'src/rows/all.tsx': `export const Rows = ({ rows }) => rows.map((row) => <tr ${written} />);\n`,
        'docs/a.mdx': "import { Search } from '@site/src/table';\n\n# A\n\n<Search />\n\n[x](#f2)\n",
      }),
    });
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(rules);
  },
);

it.each([
  ['{% include figure.html file="/a.png" %}', ['broken-anchor']],
  ['{% include\nfigure.html\nfile="/a.png" %}', ['broken-anchor']],
  ['{% if page.x %}\n\nText\n\n{% endif %}', ['broken-anchor']],
  ['{% include titled.html %}', []],
  ['{% include of-theme.html %}', []],
  ['{{ site.data.part }}', []],
])('a tag of Jekyll has an anchor only where its template may bring one: %s', async (written, rules) => {
  const { findings } = await createCheck().check({
    tree: createMemoryTree({
      '_config.yml': 'title: Tool\n',
      '_includes/figure.html': '<figure><img src="{{ include.file }}"></figure>\n',
      '_includes/titled.html': '<h2>Elsewhere</h2>\n',
      'a.md': `---\ntitle: A\n---\n\n# A\n\n${written}\n\n[x](#elsewhere)\n`,
    }),
  });
  expect(findings.map(({ rule }) => rule)).toEqual(rules);
});

import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

it.each([
  ["import { Code, Tabs } from '@astrojs/starlight/components';", ['broken-anchor']],
  ["import Tabs from '../Tabs.tsx';", []],
])(
  'a component shows that of a package, and not one of the repository with the same name: %s',
  async (imports, rules) => {
    const { findings } = await createDocsCheck().check({
      tree: createMemoryTree({
        'astro.config.mjs':
          "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight()] };",
        'src/components/Command.astro': `---\n${imports}\n---\n<Tabs><b>a</b></Tabs>\n`,
        'src/Tabs.tsx': 'export const Tabs = () => <b id={name} />;',
        'src/content/docs/index.mdx':
          "---\ntitle: A\n---\n\nimport Command from '../../components/Command.astro';\n\n<Command />\n\n[x](#elsewhere)\n",
      }),
    });
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
  },
);

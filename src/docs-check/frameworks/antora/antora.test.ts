import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../../test/docs-check/memory-tree.ts';
import { createDocsCheck } from '../../create-docs-check.ts';

async function severities(page: string, text: string): Promise<string[]> {
  const files: Files = {
    'antora.yml': 'name: x\nversion: "1"\nnav:\n  - modules/ROOT/nav.adoc\n',
    'modules/ROOT/nav.adoc': '* xref:index.adoc[]\n',
    'modules/ROOT/pages/index.adoc': '= Home\n',
    'modules/ROOT/images/a.png': 'PNG',
    'modules/other/assets/images/b.png': 'PNG',
    [page]: `= Title\n\n${text}\n`,
  };
  const { findings } = await createDocsCheck().check({ tree: createMemoryTree(files) });
  return findings.filter(({ rule }) => rule === 'missing-file').map(({ severity }) => severity);
}

describe('a picture of Antora', () => {
  it('is not certainly missing where a browser finds it at the address as it is written', async () => {
    const home = 'modules/ROOT/pages/index.adoc';
    expect(await severities(home, 'image::a.png[]')).toEqual([]);
    expect(await severities(home, 'image::_images/a.png[]')).toEqual(['warning']);
    expect(await severities(home, 'image::other/_images/b.png[]')).toEqual(['warning']);
    expect(await severities('modules/other/pages/deep/x.adoc', 'image::../_images/b.png[]')).toEqual(['warning']);
  });

  it('is missing where it finds none either', async () => {
    expect(await severities('modules/ROOT/pages/index.adoc', 'image::_images/none.png[]')).toEqual(['error']);
    expect(await severities('modules/ROOT/pages/deep/x.adoc', 'image::_images/a.png[]')).toEqual(['error']);
  });
});

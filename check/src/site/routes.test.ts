import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

describe('routes with parameters', () => {
  it('leave what is below other folders of Starlight to be judged', async () => {
    const tree = createMemoryTree({
      'astro.config.mjs':
        'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "A", locales: { en: {}, de: {} } })] };',
      'src/pages/[lang]/tags/[tag].astro': '',
      'src/content/docs/en/guide/a.md':
        '---\ntitle: A\n---\n\n[a](/en/guide/b) [b](/en/tags/x) [c](/de/tags/y) [d](/de/guide/a)\n',
    });
    const { findings } = await createCheck().check({ tree });
    expect(findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))).toEqual([
      expect.stringContaining('`/en/guide/b` does not resolve'),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { mayMake } from './routes.ts';

describe('routes with parameters', () => {
  it('make what has their fixed parts, in as many parts as they have', () => {
    expect(mayMake('/[lang]/tags/[tag]', '/en/tags/a')).toBe(true);
    expect(mayMake('/[lang]/tags/[tag]', '/en/guide/a')).toBe(false);
    expect(mayMake('/[lang]/tags/[tag]', '/en/tags/a/b')).toBe(false);
    expect(mayMake('/[...lang]/tags/[...tag]', '/tags/a/b')).toBe(true);
    expect(mayMake('/tags/[tag]', '/tags')).toBe(true);
    expect(mayMake('/[lang]/v-[number]/all', '/en/v-1/all')).toBe(true);
  });

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

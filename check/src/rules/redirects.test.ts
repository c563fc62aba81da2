import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function said(base: string, targets: Readonly<Record<string, string>>): Promise<string[]> {
  const tree = createMemoryTree({
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default {\n  base: '${base}',\n  redirects: ${JSON.stringify(targets)},\n  integrations: [starlight({ title: 'A' })] };\n`,
    'src/content/docs/new.md': '---\ntitle: A\n---\n\n[b](/tool/old)\n',
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(
    ({ severity, rule, message }) => `${severity} ${rule} ${/(?:points|redirect) to \S+/u.exec(message)?.[0] ?? ''}`,
  );
}

it('reads targets with the base and without it', async () => {
  expect(await said('/tool', { '/old': '/tool/new/#a', '/other': '/elsewhere' })).toEqual([
    'notice redirected-link redirect to /new/#a.',
  ]);
  expect(await said('/tool', { '/old': '/tool/gone' })).toEqual(['error redirect-to-nowhere points to /gone,']);
  expect(await said('/', { '/tool/old': '/new/' })).toEqual(['notice redirected-link redirect to /new/.']);
});

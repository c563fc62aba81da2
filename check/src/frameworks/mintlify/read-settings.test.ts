import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(schema: string | undefined): Promise<string[]> {
  const settings = {
    ...(schema === undefined ? {} : { $schema: schema }),
    name: 'x',
    navigation: { pages: ['index', 'gone'] },
  };
  const tree = createMemoryTree({
    'docs.json': JSON.stringify(settings),
    'index.md': '---\ntitle: A\n---\n\n<Steps2>a</Steps2> [x](/nowhere)\n',
  });
  const { findings } = await createCheck().check({ tree });
  return findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
}

it('is another program where the schema says so', async () => {
  const ofMintlify = await said('https://mintlify.com/docs.json');
  expect(ofMintlify).toContain('navigation-missing-page');
  expect(await said(undefined)).toEqual(ofMintlify);
  expect(await said('./schema.json')).toEqual(ofMintlify);
  expect(await said('https://xyd.dev/public/docs.json')).toEqual([]);
  expect(await said('https://docs.example.com/docs.json')).toEqual([]);
});

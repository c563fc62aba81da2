import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const settings =
  '<ihp version="2.0">\n  <topics dir="topics" web-path="topics"/>\n  <images dir="images"/>\n  <instance src="a.tree"/>\n</ihp>\n';
const site: Files = {
  'Writerside/writerside.cfg': settings,
  'Writerside/a.tree': '<instance-profile start-page="One.md">\n  <toc-element topic="One.md"/>\n</instance-profile>\n',
  'Writerside/topics/deep/Two.md': '# Two\n\n## Of it {id="its-own"}\n\n## Another\n',
  'Writerside/topics/Three.topic': '<topic id="Three"/>\n',
  'Writerside/images/a/one.png': '',
};

async function said(page: string, files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ ...site, 'Writerside/topics/One.md': page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ rule, path, line }) => `${rule} ${path}:${line ?? ''}`);
}

describe('a site of Writerside', () => {
  it('has topics and pictures by the names of their files, and ids of headings', async () => {
    const links =
      '[two](Two.md) [two](Two.md#its-own) [it](Two.md#another) [three](Three.topic) ![a](one.png) ![a](a/one.png)';
    expect(await said(`# One\n\n${links} [of a variable](%address%)\n`)).toEqual([]);
  });

  it('lacks others', async () => {
    expect(await said('# One\n\n[x](Four.md)\n\n[x](Four.topic)\n\n![x](two.png)\n\n[x](Two.md#gone)\n')).toEqual([
      'broken-link Writerside/topics/One.md:3',
      'broken-link Writerside/topics/One.md:5',
      'missing-file Writerside/topics/One.md:7',
      'broken-anchor Writerside/topics/One.md:9',
    ]);
  });

  it('lacks topics that its table of contents names, but for those of other modules', async () => {
    const tree = '<instance-profile>\n  <toc-element topic="Gone.md"/>\n</instance-profile>\n';
    const ofTree = async (text: string): Promise<string[]> => said('# One\n', { 'Writerside/a.tree': text });
    expect(await ofTree(tree)).toEqual(['navigation-missing-page Writerside/a.tree:2']);
    expect(await ofTree(tree.replace('/>', ' origin="other"/>'))).toEqual([]);
  });
});

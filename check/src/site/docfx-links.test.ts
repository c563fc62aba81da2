import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function missed(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule, severity }) => rule !== 'missing-alt' && severity !== 'notice')
    .map(
      ({ severity, rule, line, message }) =>
        `${severity} ${rule} ${line ?? 0} ${/ (\S*[/:#]\S*)/u.exec(message)?.[1] ?? ''}`,
    );
}

const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const pages = Object.fromEntries(
  names.map((name) => [`docs/parts/${name}.md`, `---\nuid: ${name}\n---\n\n# Part ${name}\n`]),
);
const links = (before: string, after: string): string =>
  names.map((name) => `[x](${before}${name}${after})\n`).join('');

describe('addresses of DocFX', () => {
  it('name pages by their uid', async () => {
    const page = `${links('xref:', '')}<xref:Acme.Tool> [a](xref:One)\n[a](xref:one#part-one) [a](xref:one#gone)\n`;
    expect(await missed({ ...pages, 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([
      'warning broken-link 7 xref:One',
      'warning broken-anchor 8 #gone.',
    ]);
    // The settings may be in another repository.
    const other = { 'docs/b.md': '---\nlayout: page\n---\n\n# B\n' };
    expect(await missed({ ...pages, ...other, 'docs/a.md': page })).toEqual([
      'warning broken-link 7 xref:One',
      'warning broken-anchor 8 #gone.',
    ]);
    expect(await missed({ 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([]);
  });

  it('have the anchors of what their page includes', async () => {
    const parts = {
      'docs/parts/whole.md': '---\nuid: whole\n---\n\n# Whole\n\n[!INCLUDE [bar](../shown/bar.md)]\n',
      'docs/shown/bar.md': '## Tool bar\n',
    };
    const page = `${links('xref:', '')}[a](xref:whole#tool-bar) [a](xref:whole#gone)\n`;
    expect(await missed({ ...pages, ...parts, 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([
      'warning broken-anchor 7 #gone.',
    ]);
  });

  it('that are nearly the uid of a page are told where fewer of them name pages', async () => {
    const page = `${links('xref:', '')}[a](xref:part-numbers) [a](xref:elsewhere) [a](xref:other-parts)\n`;
    const numbers = { 'docs/parts/numbers.md': '---\nuid: part-number\n---\n\n# Numbers\n' };
    expect(await missed({ ...pages, ...numbers, 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([
      'warning broken-link 7 xref:part-numbers',
    ]);
  });

  it('begin at the folder of the settings', async () => {
    const page = `${links('~/parts/', '.md')}[a](~/parts/seven.md) ![a](~/parts/a.png) [a](~/api/a.yml) [a](~/other/a.md) [a](~/a.md#gone)\n`;
    expect(await missed({ ...pages, 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([
      'warning broken-link 7 ~/parts/seven.md',
      'warning missing-file 7 ~/parts/a.png',
      'warning broken-anchor 7 #gone.',
    ]);
    expect(await missed({ 'docs/docfx.json': '{}', 'docs/a.md': page })).not.toContain(
      'warning broken-link 7 ~/parts/seven.md',
    );
  });

  it('lead nowhere from the top by the file of a page', async () => {
    const page =
      '[a](/parts/one.md) [a](/one.md#part-one) [a](/docs/parts/one.md) [a](/gone.md) [a](/parts/one.html)\n';
    expect(await missed({ ...pages, 'docs/docfx.json': '{}', 'docs/a.md': page })).toEqual([
      'warning broken-link 1 /parts/one.md',
      'warning broken-link 1 /one.md#part-one',
    ]);
  });
});

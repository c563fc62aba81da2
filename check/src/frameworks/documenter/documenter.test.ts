import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';
import { documenterSlug } from './documenter.ts';

const make = 'using Documenter\nmakedocs(pages = [\n  "Home" => "index.md",\n  "guide/start.md",\n])\n';
const site: Files = {
  'docs/make.jl': make,
  'docs/src/index.md': '# Home\n\n[start](guide/start.md)\n',
  'docs/src/guide/start.md': '# [Start here](@id start)\n\n## Some Words & more\n\n## Twice\n\n## Twice\n',
  'docs/src/guide/plan.svg': '<svg/>',
  'docs/src/data.csv': '',
  'docs/notes.md': '# Notes\n',
};

async function said(page: string, files: Files = {}, path = 'docs/src/page.md'): Promise<string[]> {
  const tree = createMemoryTree({ ...site, [path]: page, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ severity, rule, path: at, line }) => `${severity} ${rule} ${at}:${line ?? ''}`);
}

describe('a site of Documenter.jl', () => {
  it('has pages and files by their names, headings by their words, and references', async () => {
    const links = [
      ...['guide/start.md', 'data.csv', 'guide/plan.svg', '@ref', '@ref start', '@citet', '@cite', '@extref'],
      ...['start', 'Some-Words-and-more', 'Twice-2'].map((anchor) => `guide/start.md#${anchor}`),
    ];
    expect(await said(links.map((url) => `[x](${url})\n\n`).join(''))).toEqual([]);
  });

  it('lacks others, and what lies outside of its pages', async () => {
    const wrong = ['guide/start.mk', 'gone.md', '../notes.md', 'guide/start.md#gone', '@citets'];
    expect(await said(wrong.map((url) => `[x](${url})\n\n`).join(''))).toEqual([
      'error broken-link docs/src/page.md:1',
      'error broken-link docs/src/page.md:3',
      'error broken-anchor docs/src/page.md:7',
      'warning broken-link docs/src/page.md:5',
      'warning broken-link docs/src/page.md:9',
    ]);
  });

  it('has HTML in blocks of its own, which is read from the address of its page', async () => {
    const page = '# A\n\n```@raw html\n<img src="../plan.svg" alt="a">\n<img src="..plan.svg" alt="a">\n```\n';
    const files = { 'docs/.gitignore': '*.svg\n' };
    expect(await said(page, files, 'docs/src/guide/a.md')).toEqual(['error missing-file docs/src/guide/a.md:5']);
    expect(await said(page.replace('@raw html', '@raw latex'), files, 'docs/src/guide/a.md')).toEqual([]);
  });

  it('may have anchors of what it documents', async () => {
    expect(await said('```@docs\nrun\n```\n\n[x](#Tool.run)\n')).toEqual([]);
    expect(await said('```@meta\na\n```\n\n[x](#Tool.run)\n')).toEqual(['error broken-anchor docs/src/page.md:5']);
  });

  it('may have what code of its pages writes', async () => {
    expect(await said('```@example\nsavefig("a.svg")\n```\n\n![x](a.svg)\n')).toEqual([]);
    expect(await said('```@example\nrun()\n```\n\n![x](a.svg)\n')).toEqual(['warning missing-file docs/src/page.md:5']);
  });

  it('may have pages that are written before the build', async () => {
    const written = (code: string): Files => ({ 'docs/make.jl': `${code}\n${make}`, 'docs/src/made/a.md': '' });
    const page = '[x](made/b.md)\n';
    expect(await said(page, written('Literate.markdown("b.jl", joinpath("src", "made"))'))).toEqual([]);
    expect(await said(page, written('Literate.markdown("b.jl", out)'))).toEqual([]);
    expect(await said(page, written('Literate.markdown(file, out)'))).toEqual([
      'warning broken-link docs/src/page.md:1',
    ]);
    expect(await said(page, written(''))).toEqual(['error broken-link docs/src/page.md:1']);
    expect(await said('[x](generated/b.md)\n', written('cp(a, b)'))).toEqual([]);
    expect(await said('[x](generated/b.md)\n')).toEqual(['warning broken-link docs/src/page.md:1']);
    const slip = { ...written('Literate.markdown("b.jl", joinpath("src", "made"))'), 'docs/src/made/script.md': '' };
    expect(await said('[x](made/scirpt.md)\n', slip)).toEqual(['warning broken-link docs/src/page.md:1']);
  });

  it('names pages in its settings', async () => {
    const pages = make.replace('"guide/start.md"', '"Start" => "guide/begin.md",\n  # "gone.md",\n  "a/$(name).md"');
    expect(await said('', { 'docs/make.jl': pages })).toEqual(['warning navigation-missing-page docs/make.jl:4']);
    const written = `cp("README.md", "src/index.md")\n${pages}`;
    expect(await said('', { 'docs/make.jl': written })).toEqual([]);
  });
});

describe('documenterSlug', () => {
  it.each([
    ['Some Words & more', 'Some-Words-and-more'],
    ['What `run` = does?', 'What-run-does?'],
  ])('names %s', (text, slug) => {
    expect(documenterSlug(text)).toBe(slug);
  });
});

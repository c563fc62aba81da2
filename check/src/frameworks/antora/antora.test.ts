import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function severities(page: string, text: string): Promise<string[]> {
  const files: Files = {
    'antora.yml': 'name: x\nversion: "1"\nnav:\n  - modules/ROOT/nav.adoc\n',
    'modules/ROOT/nav.adoc': '* xref:index.adoc[]\n* xref:deep/x.adoc[]\n',
    'modules/ROOT/pages/index.adoc': '= Home\n',
    'modules/ROOT/images/a.png': 'PNG',
    'modules/other/assets/images/b.png': 'PNG',
    [page]: `= Title\n\n${text}\n`,
  };
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
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

async function said(files: Files): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(({ severity, message }) => `${severity} ${message}`);
}

describe('a component of which a file of mappings brings a part', () => {
  const pages: Files = {
    'docs/antora.yml': 'name: x\nversion: "1"\n',
    'docs/modules/ROOT/pages/index.adoc': '= Home\n\nxref:list.adoc[] xref:starter.adoc[] xref:none.adoc[]\n',
    'docs/modules/ROOT/pages/list.adoc': '= List\n\nxref:index.adoc[]\n',
    'core/antora.yml': 'name: x\nversion: "1"\n',
    'core/starter/src/starter.adoc': '= Starter\n',
  };

  it('has pages of other folders, and may have more', async () => {
    const mappings =
      'mappings:\n  - module: ROOT\n    family: page\n    path:\n      include:\n        - "*/src/*.adoc"\n';
    expect(await said({ ...pages, 'core/ac-mappings.yml': mappings })).toEqual([
      expect.stringMatching(/^warning .*none\.adoc.*ac-mappings\.yml/u),
    ]);
  });

  it('has none of a family that is not mapped', async () => {
    const mappings = 'mappings:\n  - module: ROOT\n    family: example\n';
    expect(await said({ ...pages, 'core/ac-mappings.yml': mappings })).toEqual([
      expect.stringMatching(/^error .*none\.adoc/u),
      expect.stringMatching(/^warning .*starter\.adoc has that name/u),
    ]);
  });
});

describe('pictures of a module in its folder of assets', () => {
  it('tell that others of that folder are missing, however many', async () => {
    const names = ['there', 'a', 'b', 'c', 'd', 'e', 'f'];
    const found = await said({
      'antora.yml': 'name: x\nversion: "1"\n',
      'modules/ROOT/assets/images/there.png': 'PNG',
      ...Object.fromEntries(
        names.map((name) => [`modules/ROOT/pages/${name}.adoc`, `= ${name}\n\nimage::${name}.png[]\n`]),
      ),
    });
    expect(found.filter((one) => one.includes('.png does not exist'))).toHaveLength(6);
  });
});

describe('a component beside a playbook', () => {
  const saidWith = async (playbook: string): Promise<string[]> => {
    const files: Files = {
      'antora.yml': 'name: x\nversion: "1"\n',
      'antora-playbook.yml': playbook,
      'modules/ROOT/pages/index.adoc': '= Home\n\nxref:none.adoc[] xref:other.adoc#gone[]\n',
      'modules/ROOT/pages/other.adoc': '= Other\n\nxref:index.adoc[]\n\n== Part\n',
    };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings
      .filter(({ severity }) => severity !== 'notice')
      .map(({ severity, rule }) => `${severity} ${rule}`)
      .sort();
  };

  it('may have more pages and anchors with an extension of Antora that is not known', async () => {
    const using = (name: string): string => `antora:\n  extensions:\n  - require: '${name}'\n`;
    expect(await saidWith(using('@antora/lunr-extension'))).toEqual(['error broken-anchor', 'error broken-link']);
    expect(await saidWith(using('@x/y/terms'))).toEqual(['warning broken-anchor', 'warning broken-link']);
  });

  it('may have more anchors with one of Asciidoctor', async () => {
    const using = (name: string): string => `asciidoc:\n  extensions:\n  - '${name}'\n`;
    expect(await saidWith(using('@asciidoctor/tabs'))).toEqual(['error broken-anchor', 'error broken-link']);
    expect(await saidWith(using('./lib/terms.js'))).toEqual(['error broken-link', 'warning broken-anchor']);
  });
});

it('a component whose name is written where that of a module stands is told, and is not certain', async () => {
  const files: Files = {
    'a/antora.yml': 'name: a\nversion: "1"\n',
    'a/modules/ROOT/pages/index.adoc':
      '= Home\n\nxref:index.adoc[] xref:tool:guide.adoc[] xref:tool::guide.adoc[] xref:tool:gone.adoc[]\n',
    'b/antora.yml': 'name: tool\nversion: "1"\n',
    'b/modules/ROOT/pages/guide.adoc': '= Guide\n',
  };
  const told = async (more: Files) => (await said({ ...files, ...more })).filter((text) => text.includes('tool:'));
  expect(await told({})).toEqual([expect.stringMatching(/^warning The link tool:guide\.adoc leads to no page/u)]);
  expect(await told({ 'a/modules/tool/pages/guide.adoc': '= Guide\n' })).toEqual([
    expect.stringMatching(/^error The link tool:gone\.adoc/u),
  ]);
});

it('a page that is named in code is linked to, so that one which is not there is told where most others are', async () => {
  const pages = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const { findings } = await createCheck().check({
    tree: createMemoryTree({
      'antora.yml': 'name: x\nnav:\n  - modules/ROOT/nav.adoc\n',
      'modules/ROOT/nav.adoc': pages.map((name) => `* xref:${name}.adoc[]\n`).join(''),
      ...Object.fromEntries(pages.map((name) => [`modules/ROOT/pages/${name}.adoc`, '= Title\n'])),
      'modules/ROOT/pages/p0.adoc':
        '= Title\n\n`xref:gone.adoc[the page]` `xref:p1.adoc#none[a]` `xref:sample.adoc[]` `+xref:sample.adoc[a]+`\n',
    }),
  });
  expect(findings.map(({ severity, message }) => `${severity} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`)).toEqual([
    'warning gone.adoc',
  ]);
});

it('leaves what `link:` names as it is, and publishes no sources', async () => {
  const home =
    '= Home\n\nlink:list.adoc#a[x] link:list.html[x] link:../LICENSE[x] link:_attachments/a.txt[x] link:/a.txt[x]\n\n' +
    'image:https://img.example.org/a[link="./LICENSE.txt"] xref:list.adoc[] link:https://example.org/a.txt[x]\n\n' +
    'ifdef::env-github[]\nlink:NOTES.md[x]\nendif::[]\n';
  const files: Files = {
    'antora.yml': 'name: x\nversion: "1"\n',
    'modules/ROOT/pages/index.adoc': home,
    'modules/ROOT/pages/list.adoc': '= List\n\nxref:index.adoc[]\n',
    'modules/ROOT/partials/part.adoc': 'link:list.adoc[x]\n',
  };
  const told = (await said(files)).map((one) => one.split(' ', 4).join(' '));
  expect(told).toEqual(['list.adoc#a', '../LICENSE', './LICENSE.txt'].map((url) => `warning The link ${url}`));
});

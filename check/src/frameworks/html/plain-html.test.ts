import { describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const html = (body: string, head = ''): string =>
  `<!doctype html>\n<html><head><title>Acme</title>${head}</head>\n<body>\n${body}\n</body></html>\n`;
const names = Array.from({ length: 8 }, (_, at) => `page-${String.fromCharCode(97 + at)}`);
const links = names.map((name) => `<a href="${name}.html">x</a>`).join('\n');
/** A site of which every address leads to a page. */
const site: Files = {
  'index.html': html(links),
  ...Object.fromEntries(names.map((name) => [`${name}.html`, html('<a href="index.html">Home</a>')])),
};

const letters = names.map((name) => name.slice(-1));

async function check(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(
      ({ severity, rule, path, message }) =>
        `${severity} ${rule} ${path} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`,
    );
}
/** What is told of one more page of the site. */
const told = (body: string, more: Files = {}, head = ''): Promise<readonly string[]> =>
  check({ ...site, 'more.html': html(body, head), ...more });

it('reads pages of HTML that people wrote as a site of their own', async () => {
  const report = await createCheck().check({ tree: createMemoryTree({ ...site, 'README.md': '# Acme\n' }) });
  expect(report.frameworks).toEqual(['markdown', 'html']);
  expect(report.pages).toBe(10);
  expect(report.findings).toEqual([]);
});

it('tells the page of a picture on a code host in place of the picture', async () => {
  const github = 'https://github.com/acme/tool';
  expect(await told(`<img src=${github}/blob/main/a.png> <img src="${github}/raw/main/a.png">`)).toEqual([
    `warning broken-link more.html ${github}/blob/main/a.png`,
  ]);
});

describe('what a host of files has nothing at', () => {
  it('is told of links, pictures and other files', async () => {
    const body =
      '<a href="gone.html">x</a> <img src="gone.png"> <iframe src="frame.html"></iframe> <video poster="still.jpg"></video>';
    expect(await told(body)).toEqual([
      'warning broken-link more.html gone.html',
      'warning missing-file more.html gone.png',
      'warning broken-link more.html frame.html',
      'warning missing-file more.html still.jpg',
    ]);
  });

  it.each<readonly [name: string, body: string, more: Files]>([
    ['a page without its ending', '<a href="page-a">x</a>', {}],
    ['a query and an anchor', '<a href="page-a.html?v=2#top">x</a>', {}],
    ['a folder with a first page', '<a href="guide/">x</a> <a href="guide">x</a>', { 'guide/index.html': html('A') }],
    ['a folder whose files a host may list', '<a href="files/">x</a>', { 'files/a.zip': '' }],
    ['one of several forms', '<a href="guide.html">x</a> <a href="guide">y</a>', { 'guide.html.en': html('A') }],
    [
      'what is made of a source',
      '<a href="guide.html">x</a> <link rel="stylesheet" href="a.css">',
      { 'guide.md': '# A\n', 'a.scss': '' },
    ],
    ['from the top of any folder above', '<a href="/page-a.html">x</a> <a href="/elsewhere.html">y</a>', {}],
    ['what a program of the host answers', '<a href="cgi-bin/count">x</a> <a href="form.php">y</a>', {}],
    ['what lies outside of the repository', '<a href="../other/a.html">x</a>', {}],
    ['what is in a folder of which nothing is there', '<a href="api/index.html">x</a>', {}],
    ['what git leaves out', '<a href="gone.html">x</a>', { '.gitignore': 'gone.html\n' }],
    [
      'what a script names',
      '<a href="gone.html">x</a>',
      { Makefile: 'gone.html: a.txt\n\tmake-page a.txt > gone.html\n' },
    ],
    [
      'a host and what is no address',
      '<link rel="preconnect" href="fonts"> <a href="javascript:go()">x</a> <a href="">y</a>',
      {},
    ],
    [
      'what stands in a script, comment or text',
      '<script>"<a href=gone.html>"</script><!-- <a href="gone.html"> --><textarea><a href="gone.html"></textarea>',
      {},
    ],
  ])('is not: %s', async (_name, body, more) => {
    expect(await told(body, more)).toEqual([]);
  });

  it('is not known of a page with a base of its own', async () => {
    expect(await told('<a href="gone.html">x</a>', {}, '<base href="/acme/">')).toEqual([]);
  });

  it('is told of scripts and styles only where nearly all addresses are found', async () => {
    const script = '<script src="app.js"></script>';
    expect(await told(script)).toEqual(['warning missing-file more.html app.js']);
    expect(await told(`${script} <a href="gone.html">x</a>`)).toEqual(['warning broken-link more.html gone.html']);
  });

  it('is told where most others are found, and where few are none is', async () => {
    const few = { 'index.html': html('<a href="a.html">x</a> <a href="gone.html">y</a>'), 'a.html': html('A') };
    expect(await check(few)).toEqual([]);
    const many = Array.from({ length: 12 }, (_, at) => `<a href="gone-${at}.html">x</a>`).join(' ');
    expect(await told(many)).toEqual([]);
  });

  it('is passed over where pages of many names say it, unless nearly all others are found', async () => {
    const gone = html('<a href="gone.html">x</a>');
    const pages = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`own-${at}.html`, gone]));
    expect(await check({ ...site, ...pages })).toHaveLength(9);
    const others = html('<a href="none-a.html">x</a> <a href="none-b.html">y</a>');
    expect(await check({ ...site, ...pages, 'more.html': others })).toHaveLength(2);
  });

  it('is passed over where several lead into a folder of which none is found', async () => {
    const into = (count: number): string =>
      Array.from({ length: count }, (_, at) => `<a href="out/a${at}.html">x</a>`).join(' ');
    const more = Object.fromEntries(letters.map((name) => [`${name}.txt`, '']));
    const found = letters.map((name) => `<a href="${name}.txt">x</a>`).join(' ');
    expect(await told(found + into(4), { ...more, 'out/readme.txt': '' })).toHaveLength(4);
    expect(await told(found + into(5), { ...more, 'out/readme.txt': '' })).toEqual([]);
  });
});

describe('a slip that explains an address', () => {
  const asked = async (body: string, more: Files = {}): Promise<readonly string[]> => {
    const files = { 'index.html': html(''), 'a/first.html': html(body), ...more };
    const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
    return findings.map(({ message }) => /Did you mean `([^`]+)`/u.exec(message)?.[1] ?? message);
  };

  it.each([
    ['another case', '<a href="Second.html">x</a>', { 'a/second.html': html('A') }, './second.html'],
    ['another ending of a picture', '<img src="logo.gif">', { 'a/logo.jpg': '' }, './logo.jpg'],
    ['other signs between words', '<a href="old_page.html">x</a>', { 'a/old-page.html': html('A') }, './old-page.html'],
    [
      'a page that is a folder',
      '<a href="Guide.html">x</a>',
      { 'a/guide/index.html': html('A') },
      './guide/index.html',
    ],
    ['an anchor without its sign', '<p id="part_two">A</p> <a href="part_two">x</a>', {}, '#part_two'],
  ] as const)('is told wherever it stands: %s', async (_name, body, more, meant) => {
    expect(await asked(body, more)).toEqual([meant]);
  });

  it.each<readonly [name: string, body: string, more: Files, meant: string]>([
    ['a step too few', '<a href="b/second.html">x</a>', { 'b/second.html': html('A') }, '../b/second.html'],
    ['a letter', '<a href="../b/sixteenh.html">x</a>', { 'b/sixteenth.html': html('A') }, '../b/sixteenth.html'],
  ])('is told where as many are found: %s', async (_name, body, more, meant) => {
    expect(await asked(body, more)).toEqual([]);
    expect(await asked(`${body} <a href="../index.html">Home</a>`, more)).toEqual([meant]);
  });

  it('is no other number', async () => {
    const home = '<a href="../index.html">Home</a>';
    expect(await asked(`${home} <a href="chapter2.html">x</a>`, { 'a/chapter1.html': html('A') })).toEqual([]);
  });
});

describe('anchors', () => {
  const place = '<p id="here">A</p> <a name="There">B</a>';

  it('are told that no element of the page has', async () => {
    expect(
      await told('<a href="page-a.html#here">x</a> <a href="page-a.html#gone">y</a>', { 'page-a.html': html(place) }),
    ).toEqual([
      'warning broken-anchor more.html page-a.html has no anchor #gone. Not certain: something else than a host of files may show this page.',
    ]);
  });

  it.each([
    ['a name in another case', place],
    ['a page with a script', '<script src="page-a.html"></script>'],
    ['a page with parts of others', '<!--#include virtual="/index.html" -->'],
  ])('are not: %s', async (_name, body) => {
    expect(await told('<a href="page-a.html#there">x</a> <a href="#top">y</a>', { 'page-a.html': html(body) })).toEqual(
      [],
    );
  });

  it('of what a link of Markdown names in a page of HTML are not judged', async () => {
    expect(await check({ ...site, 'README.md': '# A\n\n[x](page-a.html#gone)\n' })).toEqual([]);
  });
});

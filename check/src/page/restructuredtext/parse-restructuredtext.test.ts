import { describe, expect, it } from 'vitest';
import { parseRestructuredText } from '../restructuredtext.ts';

function urls(text: string): readonly string[] {
  return parseRestructuredText(text).links.map(({ element, url }) => `${element} ${url}`);
}

describe('titles', () => {
  it('have a line below them, or one above as well, and the depth of their signs', () => {
    const text =
      'Top\n===\n\n------\n Over\n------\n\n1. Under\n~~~~~~~~\n\nno title\n--\n\n- item\n------\n\n*Other* ``code``\n~~~~~~~~~~~~~~~~\n';
    expect(parseRestructuredText(text).headings.map((one) => [one.text, one.depth, one.line])).toEqual([
      ['Top', 1, 1],
      ['Over', 2, 5],
      ['1. Under', 3, 8],
      ['Other code', 3, 17],
    ]);
  });
});

describe('what is shown as it stands', () => {
  it.each([
    ['a block after two colons', 'Text::\n\n  :doc:`a`\n\n  :doc:`b`\n\n:doc:`c`'],
    ['one whose lines begin with a sign', 'Text::\n\n> :doc:`a`\n> :doc:`b`\n\n:doc:`c`'],
    ['one in an item', '* Text::\n\n    :doc:`a`\n\n  :doc:`c`'],
    ['code of a directive', '.. code-block:: rst\n   :name: x\n\n   :doc:`a`\n\n:doc:`c`'],
    ['a comment', '.. :doc:`a`\n   :doc:`b`\n\n:doc:`c`'],
    ['a session', '>>> x = ":doc:`a`"\n:doc:`b`\n\n:doc:`c`'],
    ['a literal', '``:doc:`a``` and ``x`` and `` :doc:`c`'],
    ['a role that is escaped', '\\:doc:`c`'],
    ['a directive that nobody knows', '.. own:: x\n\n   :doc:`a`\n\n:doc:`c`'],
  ])('%s', (_name, text) => {
    expect(urls(text)).toEqual(['doc c']);
  });
});

describe('links', () => {
  it.each([
    [
      ':doc:`Title <a/b>` :std:doc:`/c` :ref:`My\nLabel` :numref:`fig %s <x>` :download:`d <e.zip>`',
      ['doc a/b', 'doc /c', 'ref #My Label', 'ref #x', 'download e.zip'],
    ],
    [':doc:`!a` :ref:`b\\ <c>` :py:func:`d` :external+x:ref:`e` x:`f`', ['ref #c']],
    ['`a <b.html>`_ `c\n<d.html#e>`__ `f <g_>`_ `h`_ `i <j@example.com>`_', ['url b.html', 'url d.html#e']],
    [
      '.. _a: b.html\n.. _`c: d`: e.html\n.. _f: g_\n.. _Framework :: x:\n   h.html\n   ?i\n__ j.html',
      ['url b.html', 'url e.html', 'url h.html?i', 'url j.html'],
    ],
    [
      '.. image:: a.png\n   :target: b.html\n\n.. |c| image:: d.png\n.. figure::\n   e.png\n\n   :doc:`f`',
      ['image a.png', 'url b.html', 'image d.png', 'image e.png', 'doc f'],
    ],
    ['| :doc:`a` | :ref:`long  |\n|  x       |  <b>`       |', ['doc a']],
    ['* - .. image:: a.png\n  - :doc:`b`\n\n:field: :doc:`c\n   <d>`', ['image a.png', 'doc b', 'doc d']],
    ['.. py:function:: f(gone_)\n                 g(gone_)\n   :module: x\n\n   :doc:`a`', ['doc a']],
  ])('%s', (text, expected) => {
    expect(urls(text)).toEqual(expected);
  });
});

describe('targets', () => {
  it('are explicit, in the text, or the name of a directive', () => {
    const text =
      '.. _One Two:\n\nA _`third one`.\n\n.. figure:: x.png\n   :name: Fig 4\n\n.. _a_b:\n.. _a-b:\n\ntext\n.. _none:\n\n| .. _cell: |\n';
    expect(parseRestructuredText(text).ids.map(({ id }) => id)).toEqual([
      ...['one two', 'third one', 'fig 4', 'a_b', 'a-b', 'cell', 'one-two', 'third-one', 'fig-4'],
    ]);
  });
});

it('reads what a toctree lists, and what is shown of other files', () => {
  const text =
    ':orphan:\n\n.. toctree::\n   :glob:\n   a\n\n   The title <b>\n   c/*\n   .. d\n\n.. toctree::\n\n   e*\n\n.. include:: f.rst\n.. include:: <isonum.txt>\n.. include:: <../c.rst>\n.. include:: g.py\n   :code:\n.. csv-table:: T\n   :file: h.csv\n';
  const { frontmatter, listed, includes } = parseRestructuredText(text);
  expect(frontmatter).toEqual({ orphan: true });
  expect(listed.map(({ entry }) => entry)).toEqual(['a', 'b', 'c/*']);
  expect(includes.map(({ source, shows }) => `${shows} ${source}`)).toEqual([
    'markdown f.rst',
    'markdown <../c.rst>',
    'code g.py',
    'code h.csv',
  ]);
});

describe('a hostile page is read in time linear in it', () => {
  it.each([
    'a_ ',
    'a-',
    'a.a_',
    '`a ',
    '`a <',
    ':a:`',
    ':a',
    '``',
    '``a ',
    '``a`` ',
    '\\`',
    '* ',
    '.. ',
    '.. a::\n',
    '.. a::\n ',
    '.. |a',
    '.. _a',
    '.. _`a',
    '.. _a\\:',
    'a::\n\n',
    'a\n=\n',
    '=\n',
    '|`a',
    '+-\n`',
    '\n ',
    '\t',
    ':a:\n',
    '.. image::\n   :a:\n',
    '.. toctree::\n   a <\n',
    'x\n.. a\n',
    '.. note::\n  .. note::\n',
    '>>> a\n',
    '(i) ',
  ])('%j', (part) => {
    for (const text of [part.repeat(500_000 / part.length), `x${part}`.repeat(300_000 / part.length)])
      expect(parseRestructuredText(text).parsed).toBe(true);
  });
});

it('ends a text in backticks neither before a letter nor behind a space', () => {
  expect(urls('The `a`s and `b <c/d>`_ and `e <f/g>`_\n')).toEqual(['url c/d', 'url f/g']);
});

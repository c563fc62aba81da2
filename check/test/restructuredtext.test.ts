import { describe, expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import { relativePath } from '../src/site/paths.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';
import { pageIds } from './sample-sites.ts';

const pathOf = (id: string): string => `docs/${id}.rst`;
const labelOf = (id: string): string => `part-${id.replace('/', '-')}`;
const docOf = (from: string, to: string): string =>
  relativePath(pathOf(from).replace(/\/[^/]*$/u, ''), pathOf(to)).replace(/\.rst$/u, '');

function pageText(id: string, index: number): string {
  const next = pageIds[(index + 1) % pageIds.length] ?? 'index';
  const other = pageIds[(index + 3) % pageIds.length] ?? 'index';
  const picture = relativePath(pathOf(id).replace(/\/[^/]*$/u, ''), 'docs/logo.png');
  return [
    `Page ${id}\n${'='.repeat(5 + id.length)}\n`,
    `Go on with :doc:\`the next <${docOf(id, next)}>\`, :doc:\`/${other}\` or :ref:\`more\n<${labelOf(other)}>\`.`,
    `See \`the part of ${id}\`_, \`Second part\`_, project_ and \`a page <${docOf(id, other)}.html#second-part>\`_. |logo|\n`,
    `.. _project: https://example.com/a_b\n.. _the part of ${id}: \`Second part\`_\n`,
    `.. |logo| image:: /logo.png\n   :alt: Logo\n`,
    'A list:\n\n* one, with ``:doc:`gone``` shown\n* two::\n\n     :doc:`gone`\n     gone_\n\n* three\n',
    '.. code-block:: rst\n   :caption: Code\n\n   .. image:: gone.png\n\n   gone_\n',
    '.. a comment with gone_\n   :doc:`gone`\n',
    `.. _${labelOf(id)}:\n\nSecond part\n-----------\n`,
    `.. figure:: ${picture}\n   :target: project_\n\n   The logo of :download:\`this <${picture}>\`.\n`,
    `.. note:: Read :ref:\`${labelOf(id)}\`.\n\n   .. literalinclude:: /conf.py\n      :lines: 1\n`,
    '+------------------+------+\n| :doc:`/index`    | b    |\n+------------------+------+\n',
  ].join('\n');
}

const clean: Files = {
  ...Object.fromEntries(pageIds.map((id, index) => [pathOf(id), pageText(id, index)])),
  'docs/conf.py': 'project = "Sample"\nextensions = ["sphinx.ext.todo"]\nroot_doc = "contents"\n',
  'docs/contents.rst': `Contents\n========\n\n.. toctree::\n   :maxdepth: 2\n\n   The first <index>\n   guide/install\n   guide/configure.rst\n   guide/deploy\n   about\n\n.. toctree::\n   :glob:\n\n   reference/*\n`,
  'docs/logo.png': 'PNG',
};

interface Breakage {
  readonly files: Files;
  readonly rule: string;
  /** The rule that tells why, where that is another. */
  readonly cause?: string;
  readonly path?: string;
}

type Kind = (id: string, other: string, salt: number) => Breakage;

const append = (id: string, text: string, rule: string): Breakage => ({
  files: { ...clean, [pathOf(id)]: `${clean[pathOf(id)] ?? ''}\n${text}\n` },
  rule,
});

const kinds: Readonly<Record<string, Kind>> = {
  'page that is nowhere': (id, other, salt) => append(id, `See :doc:\`${docOf(id, other)}${salt}\`.`, 'broken-link'),
  'page from the top that is nowhere': (id, other, salt) =>
    append(id, `See :doc:\`x </${salt}/${other}>\`.`, 'broken-link'),
  'page with its ending': (id, other) => append(id, `See :doc:\`${docOf(id, other)}.rst\`.`, 'broken-link'),
  'target that is nowhere': (id, other, salt) =>
    append(id, `See :ref:\`text <${labelOf(other)}${salt}>\`.`, 'broken-anchor'),
  'target that is nowhere, over two lines': (id, _other, salt) =>
    append(id, `* See :ref:\`the\n  text <gone ${salt}>\`.`, 'broken-anchor'),
  'target that was renamed': (id) => {
    const index = (pageIds.indexOf(id) + 4) % pageIds.length;
    const text = (clean[pathOf(id)] ?? '').replaceAll(labelOf(id), 'renamed');
    return { files: { ...clean, [pathOf(id)]: text }, rule: 'broken-anchor', path: pathOf(pageIds[index] ?? '') };
  },
  'page that was moved': (id) => {
    const files = Object.fromEntries(Object.entries(clean).filter(([path]) => path !== pathOf(id)));
    const index = (pageIds.indexOf(id) + 4) % pageIds.length;
    return { files, rule: 'broken-link', path: pathOf(pageIds[index] ?? '') };
  },
  'entry of a toctree': (id, _other, salt) =>
    append(id, `.. toctree::\n   :hidden:\n\n   chapter${salt}`, 'navigation-missing-page'),
  'page that no toctree names': (id, _other, salt) => ({
    files: { ...clean, [`docs/guide/new${salt}.rst`]: `Page\n====\n\nSee :doc:\`/${id}\`.\n` },
    rule: 'unreachable-page',
    path: `docs/guide/new${salt}.rst`,
  }),
  picture: (id, _other, salt) => append(id, `.. image:: logo${salt}.png`, 'missing-file'),
  'picture in place of a name': (id, _other, salt) =>
    append(id, `A |picture|.\n\n.. |picture| image:: /logo${salt}.png\n   :alt: x`, 'missing-file'),
  'picture in a list': (id, _other, salt) => append(id, `* - .. figure:: logo${salt}.png\n\n  - b`, 'missing-file'),
  download: (id, _other, salt) => append(id, `Get :download:\`/file${salt}.zip\`.`, 'missing-file'),
  'file that is shown': (id, _other, salt) => append(id, `.. include:: part${salt}.rst`, 'broken-include'),
  'code that is shown': (id, _other, salt) =>
    append(id, `#. One\n\n   .. literalinclude:: code${salt}.py\n      :language: python`, 'broken-include'),
  address: (id, other, salt) => append(id, `See \`it <${docOf(id, other)}${salt}.html>\`__.`, 'broken-link'),
  'address of a part': (id, other, salt) =>
    append(id, `See \`it <${docOf(id, other)}.html#part-${salt}>\`_.`, 'broken-anchor'),
  'target that is given twice': (id) => append(id, `.. _${labelOf(id)}:\n\nA paragraph.`, 'duplicate-anchor'),
  'target in a paragraph is none': (id, _other, salt) => ({
    ...append(id, `:ref:\`x <here${salt}>\`\n\nA paragraph.\n.. _here${salt}:\n`, 'broken-anchor'),
    cause: 'unclosed-block',
  }),
};

describe('a site of reStructuredText', () => {
  const docsCheck = createCheck();

  it('has nothing to find when it is clean', async () => {
    const report = await docsCheck.check({ tree: createMemoryTree(clean) });
    expect(report.frameworks).toEqual(['sphinx']);
    expect(report.findings).toEqual([]);
  });

  it.each(Object.entries(kinds))('shows a breakage: %s', async (_name, kind) => {
    const wrong: string[] = [];
    for (const [index, id] of pageIds.entries()) {
      const {
        files,
        rule,
        cause,
        path = pathOf(id),
      } = kind(id, pageIds[(index + 2) % pageIds.length] ?? '', 10 + index);
      const { findings } = await docsCheck.check({ tree: createMemoryTree(files) });
      const isFound = findings.some((finding) => finding.rule === rule && finding.path === path);
      const invented = findings.filter((finding) => {
        const isMoved = files[pathOf(id)] === undefined && /^navigation-|^broken-/u.test(finding.rule);
        return finding.rule !== rule && finding.rule !== cause && !isMoved;
      });
      if (!isFound || invented.length > 0)
        wrong.push(`${id}: ${findings.map((one) => `${one.rule} ${one.path} ${one.message}`).join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });
});

const lessons: Readonly<Record<string, readonly [files: Files, found: readonly string[]]>> = {
  'paths without an ending, titles in angle brackets and Markdown that is shown': [
    {
      'conf.py': 'extensions = ["m2r2"]\n',
      'index.rst':
        'I\n=\n\n`c <./b>`_ `d <b>`_ `e <sub/b>`_\n\n.. mdinclude:: ..\\notes.md\n\n.. mdinclude:: notes.md\n\n.. toctree::\n\n   b\n   sub/c\n',
      'b.rst': 'B\n=\n\n:ref:`<a title> genindex` :ref:`a title <genindex>`\n',
      'sub/c.rst': 'C\n=\n\n`a <../b>`_ `b <../../b>`_ `c <../other>`_\n',
      'notes.md': '# N\n',
    },
    ['b.rst broken-anchor', 'index.rst broken-include'],
  ],
  'pages that an extension reads, and those that a build makes': [
    {
      'conf.py': 'extensions = ["nbsphinx", "sphinx.ext.autosummary"]\n',
      '.gitignore': '/made/\n',
      'index.rst':
        'I\n=\n\n:doc:`book` :doc:`api/x` `a <genindex.html>`_\n\n.. toctree::\n\n   book\n   made/x\n   api/y\n',
      'other.rst': ':orphan:\n\nO\n=\n\n:doc:`gone`\n',
      'book.ipynb': '{}',
    },
    ['index.rst broken-link', 'other.rst broken-link'],
  ],
  'targets of other projects, of docstrings and of the page of an index': [
    {
      'one/conf.py':
        'extensions: list[str] = ["sphinx.ext.intersphinx"]\nintersphinx_mapping = {"py": ("https://docs.python.org/3", None)}\n',
      'one/index.rst': ':ref:`gone` :ref:`py:gone` :ref:`genindex` :doc:`py:gone`\n',
      'one/other.rst': ':orphan:\n\n.. _two-words:\n\n:ref:`two_words`\n',
      'two/conf.py': 'extensions = ["sphinx.ext.autodoc"]\n',
      'two/index.rst': '.. automodule:: elsewhere\n\n:ref:`gone`\n',
      'three/conf.py': 'extensions = ["sphinx.ext.autosectionlabel"]\n',
      'three/index.rst': 'A *title*\n=========\n\n:ref:`a title` :ref:`index:A title`\n',
    },
    ['one/other.rst broken-anchor'],
  ],
  'anchors in addresses, which are none of another project': [
    {
      'conf.py':
        'extensions = ["sphinx.ext.intersphinx"]\nintersphinx_mapping = {"py": ("https://docs.python.org/3", None)}\n',
      'index.rst': 'A title\n=======\n\n`a <#gone>`_ `b <#a-title>`_ `c <#id1>`_\n\n.. toctree::\n\n   other\n',
      'other.rst': 'B\n=\n\n`b <#b>`_ :ref:`elsewhere`\n',
    },
    ['index.rst broken-anchor'],
  ],
  'targets with other signs, whatever the page of the reference shows': [
    {
      'conf.py': 'extensions = ["sphinx.ext.autodoc"]\n',
      '.gitignore': 'two_words\n',
      'index.rst': '.. _two-words:\n\nA\n=\n\n.. automodule:: x\n\n:ref:`two_words` :ref:`two-words`\n',
    },
    ['index.rst broken-anchor'],
  ],
  'parts, which are read from the pages that show them': [
    {
      'docs/conf.py': 'extensions = []\nexclude_patterns = ["parts", "old"]\n',
      'docs/a/index.rst': '',
      'docs/index.rst':
        'I\n=\n\n.. include:: parts/part.rst\n.. include:: ../CHANGES.rst\n\n:ref:`of the part` :ref:`of the changes`\n',
      'docs/parts/part.rst': '.. _of the part:\n\n.. image:: logo.png\n.. image:: gone.png\n\n:doc:`index`\n',
      'docs/old/a.rst': ':doc:`gone` gone_ :ref:`gone`\n\n.. image:: gone.png\n',
      'docs/logo.png': '',
      'CHANGES.rst': '.. _of the changes:\n\n',
    },
    ['docs/parts/part.rst missing-file'],
  ],
  'a file of settings that is none of Sphinx': [
    {
      'docs/conf.py': 'extensions = []\n',
      'docs/index.rst': ':doc:`gone`\n',
      'app/conf.py': 'DEBUG = True\n',
      'app/index.rst': ':doc:`gone`\n',
    },
    ['docs/index.rst broken-link'],
  ],
  'pages to which only the name of a target leads': [
    {
      'conf.py': 'extensions = []\n',
      'index.rst': '.. toctree::\n\n   a\n\n:ref:`b`\n',
      'a.rst': 'A\n=\n',
      'b.rst': '.. _b:\n\nB\n=\n',
      'c.rst': '.. _c:\n\nC\n=\n\n:ref:`c`\n',
    },
    ['c.rst unreachable-page'],
  ],
  'READMEs, as a code host shows them': [
    {
      'README.rst':
        'T\n=\n\n`a <docs/a.rst>`_ `b <docs>`_ `c <#t>`_ `d <https://example.com>`_ :doc:`gone`\n\n.. image:: /logo.png\n',
      'docs/a.rst': '`x <gone.rst>`_\n',
      'sub/README.rst': '`a <../docs/gone.rst>`_\n',
      'third/README.rst': '.. image:: gone.png\n   :target: `a`_\n\n.. _a: gone\n',
      'logo.png': '',
    },
    ['sub/README.rst broken-link', 'third/README.rst broken-link', 'third/README.rst missing-file'],
  ],
};

it.each(Object.entries(lessons))('reads %s', async (_name, [files, expected]) => {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  expect([...new Set(findings.map(({ path, rule }) => `${path} ${rule}`))].sort()).toEqual(expected);
});

it('tells of targets that a change takes away, where other projects may bring others', async () => {
  const base: Files = {
    'conf.py':
      'extensions = ["sphinx.ext.intersphinx"]\nintersphinx_mapping = {"py": ("https://docs.python.org/3", None)}\n',
    'index.rst': '.. toctree::\n\n   a\n   b\n   c\n',
    'a.rst': '.. _one:\n\n.. _two:\n\nA\n=\n',
    'b.rst': ':ref:`one` :ref:`elsewhere`\n',
    'c.rst': ':ref:`two` :ref:`three <elsewhere>`\n',
  };
  const tree: Files = { ...base, 'a.rst': 'A\n=\n', 'c.rst': '.. _two:\n\n:ref:`two`\n\n:ref:`four`\n' };
  const { findings } = await createCheck().check({ tree: createMemoryTree(tree), base: createMemoryTree(base) });
  expect(findings.map(({ path, rule, introduced, message }) => [path, rule, introduced, message])).toEqual([
    ['b.rst', 'broken-anchor', true, 'The change removed the target `one` from a.rst.'],
  ]);
});

it('tells once of a target that a change takes away although another of the project is nearly it', async () => {
  const said = async (): Promise<readonly string[]> => {
    const targets = '.. _the-part:\n\n';
    const base: Files = {
      'conf.py':
        'extensions = ["sphinx.ext.intersphinx"]\nintersphinx_mapping = {"py": ("https://docs.python.org/3", None)}\n',
      'index.rst': `.. toctree::\n\n   a\n\n:ref:\`The-Parts\`\n`,
      'a.rst': `.. _the-parts:\n\n${targets}A\n=\n`,
    };
    const tree = { ...base, 'a.rst': `${targets}A\n=\n` };
    const { findings } = await createCheck().check({ tree: createMemoryTree(tree), base: createMemoryTree(base) });
    return findings.map(({ message }) => message);
  };
  expect(await said()).toEqual(['The change removed the target `the-parts` from a.rst.']);
});

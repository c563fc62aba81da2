import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const page = `A
=

.. automodule:: tool.parts
.. automodule:: tool.gone
.. autofunction:: tool.parts.run
.. autofunction:: numpy.gone

.. currentmodule:: tool.parts

.. autosummary::
   :toctree: made

   run
   Lost
   ~tool.parts.Kept

.. autoclass:: Lost(x)
   :members:
`;

async function said(files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'docs/conf.py': 'extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary"]\n',
    'docs/index.rst': page,
    'src/tool/__init__.py': 'from .parts import run\n',
    'src/tool/parts.py': 'def run():\n    pass\n\nclass Kept:\n    pass\n',
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(
    ({ severity, line, message }) => `${severity} ${String(line)} ${/name (\S+),/u.exec(message)?.[1] ?? message}`,
  );
}

it('tells names of code that the package in the repository does not have', async () => {
  expect(await said()).toEqual(['warning 5 tool.gone', 'warning 15 tool.parts.Lost', 'warning 18 tool.parts.Lost']);
});

it('says nothing of a module that may have others, nor where one is not Python', async () => {
  expect(await said({ 'src/tool/parts.py': 'from .more import *\n' })).toEqual(['warning 5 tool.gone']);
  expect(await said({ 'src/tool/gone.pyi': '' })).not.toContain('warning 5 tool.gone');
  expect(await said({ 'src/lib.rs': '' })).not.toContain('warning 5 tool.gone');
  expect(await said({ 'src/tool/__init__.py': 'from . import other as gone\n' })).not.toContain('warning 5 tool.gone');
  expect(await said({ 'lib/tool/__init__.py': '' })).toEqual([]);
});

it('tells names that roles lead to, but for those in code and of what a page says itself', async () => {
  const roles = `A
=

:class:\`tool.parts.Gone\` :py:func:\`~tool.parts.run\` :class:\`the class <tool.parts.Lost>\` :meth:\`numpy.gone.a\`
\`\`:class:\`tool.parts.InCode\`\`\` :class:\`!tool.parts.Off\` :class:\`Alone\` :class:\`tool.parts.Written\`

Code::

  :class:\`tool.parts.InBlock\`

.. py:class:: tool.parts.Written
`;
  const told = ['warning 4 tool.parts.Gone', 'warning 4 tool.parts.Lost'];
  expect(await said({ 'docs/index.rst': roles })).toEqual(told);
  expect(await said({ 'docs/index.rst': roles, 'docs/conf.py': 'extensions = ["sphinx.ext.viewcode"]\n' })).toEqual([]);
});

it('tells a name of a package that is there with an s at its end alone', async () => {
  const files = { 'docs/index.rst': 'A\n=\n\n:class:`~tensor.parts.A` :class:`~torch.parts.A`\n' };
  const tensors = { 'tensors/parts.py': 'class A:\n    pass\n' };
  expect(await said({ ...files, ...tensors })).toEqual(['warning 4 tensor.parts.A']);
  expect(await said({ ...files, ...tensors, 'src/tensor/more.py': '' })).toEqual([]);
});

it('looks for thousands of names in a large module in a time that grows with both together', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `.. autofunction:: tool.parts.run${index}\n`).join('\n');
  const parts = 'run = 1\n'.repeat(100_000);
  expect(await said({ 'docs/index.rst': `A\n=\n\n${names}`, 'src/tool/parts.py': parts })).toEqual([]);
});

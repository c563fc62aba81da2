import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

it('targets that two pages give and a role names are told, once, and not those of one page or of none', async () => {
  const target = (name: string): string => `.. _${name}:\n\n${name}\n----\n\n`;
  const tree = createMemoryTree({
    'conf.py': "extensions = []\nexclude_patterns = ['old']\n",
    'index.rst':
      'Home\n====\n\n.. toctree::\n\n   a\n   b\n\n:ref:`Setup` :ref:`setup` :ref:`my-part` :ref:`only` :ref:`x`\n',
    'a.rst': `A\n=\n\n${target('setup')}${target('my-part')}${target('unnamed')}${target('only')}`,
    'b.rst': `B\n=\n\n${target('Setup')}${target('my_part')}${target('unnamed')}.. include:: /x.inc\n`,
    'old/c.rst': `C\n=\n\n${target('only')}`,
    'x.inc': target('x'),
  });
  const { findings } = await createCheck().check({ tree });
  expect(
    findings
      .filter(({ rule }) => rule === 'duplicate-anchor')
      .map(
        ({ path, line, severity, message }) => `${severity} ${path}:${line ?? 0} ${message.split('. ', 1)[0] ?? ''}`,
      ),
  ).toEqual(['warning b.rst:4 The target setup is given on a.rst too (line 4)']);
});

import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

it('what a part shows is looked for beside the page that shows the part', async () => {
  const tree = createMemoryTree({
    'docs/conf.py': "extensions = []\nexclude_patterns = ['parts']\n",
    'docs/index.rst': 'Home\n====\n\n.. include:: parts/a.rst\n\n.. include:: parts/b.rst\n',
    'docs/parts/a.rst':
      '.. include:: code.rst\n\n.. literalinclude:: ../parts/x.py\n\n.. include:: parts/code.rst\n\n.. csv-table::\n   :file: t.csv\n',
    'docs/parts/b.rst': '.. include:: parts/d.rst\n\n.. include:: /parts/code.rst\n\n.. include:: b.rst\n',
    'docs/parts/d.rst': '.. include:: code.rst\n\n.. include:: gone.rst\n',
    'docs/parts/c.rst': '.. include:: code.rst\n',
    'docs/parts/code.rst': 'Text\n',
    'docs/parts/x.py': '',
    'docs/parts/t.csv': '',
  });
  const { findings } = await createCheck().check({ tree });
  expect(
    findings
      .filter(({ rule }) => rule === 'broken-include')
      .map(
        ({ path, line, severity, message }) =>
          `${severity} ${path}:${line ?? 0} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`,
      ),
  ).toEqual([
    'warning docs/parts/a.rst:1 code.rst',
    'warning docs/parts/a.rst:3 ../parts/x.py',
    'warning docs/parts/b.rst:5 b.rst',
    'warning docs/parts/d.rst:1 code.rst',
    'warning docs/parts/d.rst:3 gone.rst',
  ]);
});

it('is looked for beside the part alone, where the pages that show it lie in many folders', async () => {
  const site = (count: number): Record<string, string> => ({
    'docs/conf.py': "extensions = []\nexclude_patterns = ['part.rst']\n",
    'docs/index.rst': 'Home\n====\n',
    'docs/part.rst': '.. include:: other.rst\n\n'.repeat(2000),
    'docs/other.rst': 'Text\n',
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`docs/d${at}/a.rst`, 'A\n=\n\n.. include:: /part.rst\n']),
    ),
  });
  const found = async (count: number): Promise<number> => {
    const { findings } = await createCheck().check({ tree: createMemoryTree(site(count)) });
    return findings.filter(({ rule }) => rule === 'broken-include').length;
  };
  expect(await found(20)).toBeGreaterThan(0);
  expect(await found(2000)).toBe(0);
});

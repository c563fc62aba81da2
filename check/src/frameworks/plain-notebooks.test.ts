import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

function notebook(...cells: readonly (readonly [kind: string, ...lines: readonly string[]])[]): string {
  const written = cells.map(([kind, ...lines]) => ({
    cell_type: kind,
    metadata: {},
    source: lines.map((line) => `${line}\n`),
  }));
  return JSON.stringify({ cells: written, nbformat: 4 }, null, 1);
}

async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings.map(
    ({ severity, rule, path, line, message }) =>
      `${severity} ${rule} ${path}:${line ?? 0} ${/\S+\.\w+ does|#[\w-]+|(?<=link )\S+/u.exec(message)?.[0] ?? message}`,
  );
}

it('tells what the Markdown of a notebook leads to and is not there, with the line of the file', async () => {
  const findings = await found({
    'guide/start.ipynb': notebook(
      ['markdown', '# Start', '', '[a](other.ipynb) [b](gone.ipynb) ![c](picture.png) ![d](lost.png)'],
      ['code', '# [e](gone.md)'],
      [
        'markdown',
        '[f](#Load-the-data) [g](#Draw-it) [h](../data) [i](../guide) [j](#scrollTo=abc)',
        '## Load the data',
      ],
    ),
    'guide/other.ipynb': notebook(['markdown', '# Other']),
    'guide/picture.png': '',
  });
  expect(findings.toSorted()).toEqual([
    'warning broken-anchor guide/start.ipynb:23 #Draw-it',
    'warning broken-link guide/start.ipynb:23 ../data',
    'warning broken-link guide/start.ipynb:9 gone.ipynb',
    'warning missing-file guide/start.ipynb:9 lost.png does',
  ]);
});

it('says nothing of files that code of the notebook may make, of attachments and of what begins at the top of a host', async () => {
  const text = '![a](plot.png) ![b](attachment:c.png) [d](/notebooks/e/) [f](/files/g.ipynb) $[h](i.md)$';
  const findings = await found({
    'start.ipynb': notebook(['markdown', '# Start'], ['code', "figure.savefig('plot.png')"], ['markdown', text]),
    'beside.ipynb': notebook(['markdown', '# Start', '[d](/notebooks/e/) ![b](attachment:c.png) $[h](i.md)$']),
    'one.ipynb': notebook(['code', "open('made.csv')"], ['markdown', '[a](made.csv)']),
    // Some program may put what lies elsewhere beside it.
    'lessons/two.ipynb': notebook(['markdown', '[a](../../shared/map.png)']),
    'images/map.png': '',
  });
  expect(findings).toEqual([]);
});

it('reads notebooks among the pages of a site that has no rules for them, where links may be those of the site', async () => {
  const findings = await found({
    'mkdocs.yml': 'site_name: A\nplugins:\n  - mkdocs-jupyter\n',
    'docs/index.md': '# Start\n\n[a](tutorial/first.ipynb)\n',
    'docs/tutorial/first.ipynb': notebook(['markdown', '# First', '[a](../guide/) [b](../guide.md) [c](../none.md)']),
    'docs/guide.md': '# Guide\n',
  });
  expect(findings.filter((finding) => finding.includes('ipynb'))).toEqual([
    'warning broken-link docs/tutorial/first.ipynb:8 ../none.md',
  ]);
});

it('does not go through notebooks of many megabytes', async () => {
  const long = notebook(['markdown', '[a](gone.md)'], ['code', 'x'.repeat(8_000_000)]);
  expect(await found({ 'a.ipynb': long })).toEqual([]);
});

it('goes through one word of two million letters once', async () => {
  const drawn = notebook(['code', 'x'.repeat(2_000_000)], ['markdown', '[a](gone.md)']);
  expect(await found({ 'a.ipynb': drawn })).toHaveLength(1);
});

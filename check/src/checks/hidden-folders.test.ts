import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createDocsCheck } from '../create-docs-check.ts';

async function said(path: string, page: string, more: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({ 'docs/routines/pulse.md': '# Pulse\n', [path]: page, ...more });
  const { findings } = await createDocsCheck().check({ tree });
  return findings.map((one) => `${one.severity} ${/link (\S+)/u.exec(one.message)?.[1] ?? one.message}`);
}

const skill = '.claude/skills/qa/SKILL.md';

it('tells addresses in hidden folders that another number of steps makes right', async () => {
  for (const written of [
    '../../docs/routines/pulse.md',
    './docs/routines/pulse.md',
    'docs/routines',
    '../../../../docs/routines/pulse.md',
  ])
    expect(await said(skill, `---\nname: qa\ntags: [a]\n---\n\n[a](${written})\n`)).toEqual([`warning ${written}`]);
});

it('tells addresses that begin with a hidden folder, and files that a folder of a skill lacks', async () => {
  const parts: Files = { '.claude/skills/qa/references/parts/a.md': '# A\n', '.claude/skills/other/b.md': '# B\n' };
  for (const written of [
    '../../.claude/skills/other/b.md',
    '.claude/skills/other/b.md',
    'references/gone.md',
    'references/parts/gone.py',
  ])
    expect(await said(skill, `[a](${written})\n`, parts)).toEqual([`warning ${written}`]);
  const below = await said('.claude/skills/qa/references/c.md', '[a](parts/gone.md)\n', {
    ...parts,
    [skill]: '# QA\n',
  });
  expect(below).toEqual(['warning parts/gone.md']);
  const quiet = '[a](references/parts/a.md) [b](scripts/gone.py) [c](gone.md) [d](references/gone)\n';
  expect(await said(skill, quiet, parts)).toEqual([]);
  expect(await said('.claude/notes/a.md', '[a](b/gone.md)\n', { '.claude/notes/b/c.md': '# C\n' })).toEqual([]);
});

it('passes over what leads somewhere, examples, and what a code host shows elsewhere', async () => {
  const quiet =
    '[a](../../../docs/routines/pulse.md) [b](../gone/guide.md) [c](pulse.md) [d](/docs/gone.md)\n\n```\nopen\n';
  expect(await said(skill, quiet)).toEqual([]);
  const written = '[a](docs/routines/pulse.md)\n';
  expect(await said('docs/.config/sidebar.md', '[a](routines/pulse.md)\n')).toEqual([]);
  expect(await said('.gitlab/issue_template.md', written)).toEqual([]);
  expect(await said(skill, written, { '.gitignore': '.claude/skills/qa/docs/\n' })).toEqual([]);
});

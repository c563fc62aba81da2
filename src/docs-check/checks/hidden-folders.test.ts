import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/docs-check/memory-tree.ts';
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

it('passes over what leads somewhere, examples, and what a code host shows elsewhere', async () => {
  const quiet =
    '[a](../../../docs/routines/pulse.md) [b](../gone/guide.md) [c](pulse.md) [d](/docs/gone.md)\n\n```\nopen\n';
  expect(await said(skill, quiet)).toEqual([]);
  const written = '[a](docs/routines/pulse.md)\n';
  expect(await said('docs/.config/sidebar.md', '[a](routines/pulse.md)\n')).toEqual([]);
  expect(await said('.gitlab/issue_template.md', written)).toEqual([]);
  expect(await said(skill, written, { '.gitignore': '.claude/skills/qa/docs/\n' })).toEqual([]);
});

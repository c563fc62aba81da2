import { expect, it } from 'vitest';
import { createMemoryTree } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

const headings = ['First part', 'Next part', 'Third part', 'Is this one?', 'Start / stop', 'A -- b', '2. Steps taken'];

async function said(settings: string, anchors: readonly string[]): Promise<readonly string[]> {
  const text = headings.map((heading) => `## ${heading}\n\n`).join('');
  const links = anchors.map((anchor) => `[x](#${anchor})\n`).join('');
  const tree = createMemoryTree({
    '_config.yml': `title: x\nbaseurl: ""\n${settings}`,
    'index.md': `---\nlayout: x\n---\n\n${text}${links}`,
  });
  const { findings } = await createCheck().check({ tree });
  return findings.map(({ severity, message }) => `${severity} ${/mean (\S+)\?/u.exec(message)?.[1] ?? message}`);
}

const right = [
  'first-part',
  'next-part',
  'third-part',
  'start--stop',
  'a----b',
  'a--b',
  '2-steps-taken',
  'steps-taken',
];

it('tells an anchor with other signs than kramdown makes of its heading, where most are as it makes them', async () => {
  const others = ['is-this-one-', 'start---stop'];
  const told = ['warning #is-this-one', 'warning #start--stop'];
  expect(await said('', [...right, ...others])).toEqual(told);
  expect(await said('markdown: kramdown\n', [...right, ...others])).toEqual(told);
  expect(await said('', ['first-part', ...others])).toEqual([]);
});

it('says nothing of them where the settings name another program, or have it make no anchors', async () => {
  for (const settings of ['markdown: redcarpet\n', 'kramdown:\n  auto_ids: false\n'])
    expect(await said(settings, [...right.slice(0, 6), 'is-this-one-', 'start---stop'])).toEqual([]);
});

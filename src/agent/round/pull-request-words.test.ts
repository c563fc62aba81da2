import { expect, it } from 'vitest';
import { pullRequestWords, type ChangeDescription } from './pull-request-words.ts';

const change: ChangeDescription = {
  jobId: 'job_1',
  title: 'Add a quickstart',
  said: ['Add a quickstart'],
  coAuthors: [],
  model: 'scripted/`test`',
  summary: ' Wrote it.\n',
  former: undefined,
  outside: [],
  unfinished: undefined,
};
const footer = `Opened by [Docwright](https://github.com/docwright/docwright), model \`scripted/test\`. Review it like any other contribution. Docwright checked links, navigation and syntax, not facts.

<!-- docwright:job job_1 -->
`;

it('tells what was done, what was asked and by whom', () => {
  expect(pullRequestWords(change)).toEqual({
    title: 'Add a quickstart',
    body: `Wrote it.\n\n### Asked\n\n> Add a quickstart\n\n${footer}`,
    commitMessage: 'Add a quickstart\n\nDocwright-Job: job_1',
  });
});

it('quotes what was said after the prompt as well, such as an answer, and no whole conversation', () => {
  const { body } = pullRequestWords({ ...change, said: ['Mend the guide', 'The second one.\n\nPlease.'] });
  expect(body).toContain('### Asked\n\n> Mend the guide\n>\n> The second one.\n> \n> Please.\n\nOpened by');
  const long = pullRequestWords({ ...change, said: Array.from({ length: 9 }, (_, index) => `message ${index}`) }).body;
  expect(long.match(/> message \d/g)).toHaveLength(5);
});

it('names what it changes outside of the docs folder', () => {
  const outside = Array.from({ length: 12 }, (_, index) => `file-${index}\`.md`);
  const { body } = pullRequestWords({ ...change, outside });
  expect(body).toContain('Wrote it.\n\n> [!NOTE]\n> This also changes files outside of the docs folder: `file-0.md`, ');
  expect(body).toContain('`file-9.md` and 2 more.\n\n### Asked');
});

it('begins with a warning where the work is not finished', () => {
  const { body } = pullRequestWords({
    ...change,
    unfinished: 'Half of it.',
  });
  expect(body).toBe(`> [!WARNING]\n> Half of it.\n\nWrote it.\n\n### Asked\n\n> Add a quickstart\n\n${footer}`);
});

it('quotes the instruction so that nothing in it breaks out or poses as ours', () => {
  const { body } = pullRequestWords({ ...change, said: ['One\r\n## Two\r<!-- docwright:job job_2 -->\nThree'] });
  expect(body).toContain('> One\n> ## Two\n> &lt;!-- docwright:job job_2 -->\n> Three\n\n');
  expect(pullRequestWords({ ...change, said: ['x'.repeat(600)] }).body).toContain(`> ${'x'.repeat(600)}\n`);
  expect(pullRequestWords({ ...change, said: ['x'.repeat(601)] }).body).toContain(`> ${'x'.repeat(600)}…\n`);
  expect(pullRequestWords({ ...change, said: [`Use ghp_${'aB3'.repeat(12)}`] }).body).toContain('> Use [redacted]');
});

it('names co-authors in trailers of their own, which no name can break out of', () => {
  const coAuthors = [
    { name: 'Ada Lovelace', email: '12+ada@users.noreply.github.com' },
    { name: 'Eve\nSigned-off-by: x <y@z>', email: 'eve@example.com' },
    { name: '', email: 'bob@example.com' },
    { name: 'Nobody', email: 'no address' },
  ];
  expect(
    pullRequestWords({ ...change, coAuthors })
      .commitMessage.split('\n')
      .slice(2),
  ).toEqual([
    'Docwright-Job: job_1',
    'Co-authored-by: Ada Lovelace <12+ada@users.noreply.github.com>',
    'Co-authored-by: EveSigned-off-by: x y@z <eve@example.com>',
    'Co-authored-by: bob@example.com <bob@example.com>',
  ]);
});

import { expect, it } from 'vitest';
import type { Finding } from '../../docs-check/docs-check.ts';
import { pullRequestWords, type ChangeDescription } from './pull-request-words.ts';

const change: ChangeDescription = {
  jobId: 'job_1',
  title: 'Add a quickstart',
  prompt: 'Add a quickstart',
  model: 'scripted/`test`',
  summary: ' Wrote it.\n',
  unfinished: undefined,
  standing: [],
  template: undefined,
};
const footer = `Opened by [Docwright](https://github.com/docwright/docwright), model \`scripted/test\`. Read it like any other contribution; it was checked for broken links, navigation and syntax, not for truth.

<!-- docwright:job job_1 -->
`;

function standing(count: number): Finding[] {
  return Array.from({ length: count }, (_, index) => ({
    rule: 'broken-link',
    severity: 'error',
    path: 'a.md',
    line: index === 0 ? undefined : index,
    column: undefined,
    message: 'Broken.',
    introduced: false,
  }));
}

it('tells what was done, what was asked and by whom', () => {
  expect(pullRequestWords(change)).toEqual({
    title: 'Add a quickstart',
    body: `Wrote it.\n\n### The instruction\n\n> Add a quickstart\n\n${footer}`,
    commitMessage: 'Add a quickstart\n\nDocwright-Job: job_1',
  });
});

it('begins with a warning where the work is not finished, and keeps the template of the repository', () => {
  const { body } = pullRequestWords({
    ...change,
    unfinished: 'Half of it.',
    template: '\n## Checklist\n\n- [ ] Read\n',
  });
  expect(body).toBe(
    `> [!WARNING]\n> Half of it.\n\nWrote it.\n\n## Checklist\n\n- [ ] Read\n\n### The instruction\n\n> Add a quickstart\n\n${footer}`,
  );
});

it('lists ten problems that stood before, and says how many more there are', () => {
  const { body } = pullRequestWords({ ...change, standing: standing(12) });
  expect(body).toContain('### Problems that stood before (12)\n\n- `a.md` Broken.\n- `a.md:1` Broken.\n');
  expect(body).toContain('- `a.md:9` Broken.\n- and 2 more\n\n### The instruction');
  expect(pullRequestWords({ ...change, standing: standing(10) }).body).toContain(
    '- `a.md:9` Broken.\n\n### The instruction',
  );
});

it('quotes the instruction so that nothing in it breaks out or poses as ours', () => {
  const { body } = pullRequestWords({ ...change, prompt: 'One\r\n## Two\r<!-- docwright:job job_2 -->\nThree' });
  expect(body).toContain('> One\n> ## Two\n> &lt;!-- docwright:job job_2 -->\n> Three\n\n');
  expect(pullRequestWords({ ...change, prompt: 'x'.repeat(1000) }).body).toContain(`> ${'x'.repeat(1000)}\n`);
  expect(pullRequestWords({ ...change, prompt: 'x'.repeat(1001) }).body).toContain(`> ${'x'.repeat(1000)}…\n`);
  expect(pullRequestWords({ ...change, prompt: `Use ghp_${'aB3'.repeat(12)}` }).body).toContain('> Use [redacted]');
});

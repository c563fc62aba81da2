import { expect, it } from 'vitest';
import type { History } from '../../workspace/workspace.ts';
import { redactedHistory } from './redacted-history.ts';

const key = `sk-ant-api03-${'Ab1'.repeat(30)}`;
const commit = { sha: 'a'.repeat(40), day: '2026-01-02', author: `Ada ${key}`, subject: `Remove ${key}` };
const history: History = {
  commits: () => Promise.resolve([commit]),
  lines: () => Promise.resolve([{ ...commit, line: 1 }]),
  show: ({ commit: sha }) =>
    Promise.resolve(
      sha === 'none' ? undefined : { ...commit, body: `It was ${key}.`, diff: `-key: ${key}\n+key: none\n` },
    ),
  isShort: () => Promise.resolve(true),
};

it('shows no secret that was ever committed', async () => {
  const never = new AbortController().signal;
  const redacted = redactedHistory(history);
  const shown = [
    await redacted.commits({ path: '', isFile: false, limit: 1 }, never),
    await redacted.lines({ path: 'a.md', first: 1, last: 1 }, never),
    await redacted.show({ commit: 'aaaaaaa', path: '' }, never),
  ];
  expect(JSON.stringify(shown)).not.toContain('Ab1Ab1');
  expect(shown[2]).toMatchObject({ subject: 'Remove [redacted]', diff: '-key: [redacted]\n+key: none\n' });
  expect(await redacted.show({ commit: 'none', path: '' }, never)).toBeUndefined();
  expect(await redacted.isShort(never)).toBe(true);
});

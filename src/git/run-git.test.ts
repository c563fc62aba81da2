import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { runGit } from './run-git.ts';

it('tries again what somebody else stopped, such as whoever stops all processes of a server', async () => {
  const ended = runGit(['-c', 'alias.die=!kill -TERM $PPID', 'die'], { gitDirectory: tmpdir() });
  await expect(ended).rejects.toMatchObject({ facts: { code: 'git_interrupted', retryable: true } });
});

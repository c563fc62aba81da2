// npm run gitea: the code-host conformance suite and a whole job against a real Gitea, which this machine's Go builds once.
// Without Go it prints so and exits with 0.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildGitea } from './build-gitea.ts';

const folder = buildGitea();
if (folder === undefined) {
  console.log('Skipped: Gitea is built with Go, which is not on this machine (https://go.dev/dl).');
} else {
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/vitest', 'run', '--config', config], {
    stdio: 'inherit',
    env: { ...process.env, DOCWRIGHT_TEST_GITEA: folder },
  });
  process.exitCode = status ?? 1;
}

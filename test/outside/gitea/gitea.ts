// npm run gitea: the conformance suite of code hosts and the whole story of a job over a real Gitea, which the Go client of this
// machine builds once. Says so and ends well where there is no Go.
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

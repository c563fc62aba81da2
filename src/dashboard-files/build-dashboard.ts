import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DashboardNotBuilt } from './errors.ts';

const dashboard = join(import.meta.dirname, '..', '..', 'dashboard');

/** Where the built dashboard lies. */
export const dashboardFolder = join(dashboard, 'dist');

/**
 * In a clone, builds the dashboard if its sources have changed; the build itself writes to standard error that it
 * does, and what is wrong. A published package carries it built. Where a build fails, an older one goes on being served.
 * Throws `DashboardNotBuilt` without any.
 */
export async function buildDashboard(say: (sentence: string) => void): Promise<void> {
  const script = join(dashboard, 'build-if-stale.ts');
  if (!existsSync(script)) return;
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode === 0) return;
  if (!existsSync(join(dashboardFolder, 'index.html'))) throw new DashboardNotBuilt();
  say('The dashboard could not be built; the one that was built last is served.');
}

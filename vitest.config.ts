import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { SkippedTests } from './test/skipped-tests.ts';

const everywhere = '{src,check,client,edge,dashboard,scripts,test}/**/*.test.ts';
/** What `npm run test:long` runs beside the rest: the same faults at more places, or on engines that are heavy to fetch. */
export const longArms = '{src,check,client,edge,dashboard,scripts,test}/**/*.long.test.ts';

/** Folders whose tests touch nothing that a process has only one of, so that they share the threads of one. */
const pure = ['dashboard/src/**/*.test.ts', 'check/src/{page,report,rules,settings,site}/**/*.test.ts'];

export const projects: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'pure', include: pure, pool: 'threads', isolate: false } },
  { extends: true, test: { name: 'apart', include: [everywhere], exclude: ['**/node_modules/**', longArms, ...pure] } },
];

export const shared = {
  globalSetup: 'test/temporary-folder-of-the-run.ts',
  // Walks through the dashboard take 5 s on a free machine, and 30 on one that has six times the work it can do.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  sequence: { sequencer: LongestFirst },
  // As many as there are processors, of which it leaves one alone otherwise: tests also wait for git, disk and browser.
  maxWorkers: '100%',
} as const;

export default defineConfig({ test: { ...shared, projects, reporters: ['default', new SkippedTests()] } });

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { SkippedTests } from './test/skipped-tests.ts';

const everywhere = '{src,check,client,edge,dashboard,scripts,test}/**/*.test.ts';
/** What `npm run test:long` runs beside the rest: the same faults at more places, or on engines that are heavy to fetch. */
export const longArms = '{src,check,client,edge,dashboard,scripts,test}/**/*.long.test.ts';

/** Folders whose tests leave nothing behind in their process, so that two processes run all of them. */
const inTurn = [
  'dashboard/src/**/*.test.ts',
  'client/src/**/*.test.ts',
  'check/src/{build,external,frameworks,page,report,rules,settings,site}/**/*.test.ts',
  'src/{accounts,audit-log,codehost,config,contract,model,projects,secrets,weekly-mail}/**/*.test.ts',
  'src/agent/{agents,jobs,protection}/**/*.test.ts',
  'src/analytics/*.test.ts',
  'src/analytics/{collect,countries,sharing,traffic}/**/*.test.ts',
];
const apart = { include: [everywhere], exclude: ['**/node_modules/**', longArms, ...inTurn] };

export const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: { name: 'in turn', include: inTurn, exclude: ['**/node_modules/**', longArms], isolate: false },
  },
  { extends: true, test: { name: 'apart', ...apart } },
];

/** As in `docwright`, which says why. */
const execArgv = ['--no-wasm-code-gc'];

export const shared = {
  globalSetup: 'test/temporary-folder-of-the-run.ts',
  // Walks through the dashboard take 5 s on a free machine, and 30 on one that has six times the work it can do.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  execArgv,
  sequence: { sequencer: LongestFirst },
  // As many as there are processors, of which it leaves one alone otherwise: tests also wait for git, disk and browser.
  maxWorkers: '100%',
} as const;

export default defineConfig({ test: { ...shared, projects, reporters: ['default', new SkippedTests()] } });

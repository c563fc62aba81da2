import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { SkippedTests } from './test/skipped-tests.ts';

const everywhere = '{src,check,client,edge,dashboard,scripts,test}/**/*.test.ts';
/** What `npm run test:long` runs beside the rest: the same faults at more places, or on engines that are heavy to fetch. */
export const longArms = '{src,check,client,edge,dashboard,scripts,test}/**/*.long.test.ts';

/**
 * Tests that leave nothing behind in their process: two processes run all of a group, and load what they use once. A test joins
 * after its group passed in three shuffled orders.
 */
const inTurn = {
  units: [
    'dashboard/src/**/*.test.ts',
    'client/src/**/*.test.ts',
    'check/src/{build,external,frameworks,page,report,rules,settings,site}/**/*.test.ts',
    'src/{accounts,audit-log,codehost,config,contract,model,projects,secrets,weekly-mail}/**/*.test.ts',
    'src/agent/{agents,jobs,protection}/**/*.test.ts',
    'src/analytics/*.test.ts',
    'src/analytics/{collect,countries,sharing,traffic}/**/*.test.ts',
  ],
  server: [
    'check/src/tree/**/*.test.ts',
    'src/{backup,dashboard-api,dashboard-files,data-directory,db,doctor,evaluation,git,http,kernel}/**/*.test.ts',
    'src/{mcp,oauth,outgoing,trusted-time,workspace}/**/*.test.ts',
    'src/agent/{following,review,round,webhooks}/**/*.test.ts',
    'src/analytics/notes/**/*.test.ts',
  ],
  application: [
    'test/{agent-api,agent-job-api,analytics-without-http,attachments,backup-schedule,belongings}.test.ts',
    'test/{doctor-failures,edge-events,github-app,job-commands,pull-requests,roles,single-sign-on}.test.ts',
    'test/{stated-facts,stored-jobs,webhooks}.test.ts',
    'test/descriptions/described-requests.test.ts',
    'test/hostile/{agent-files,server-paths}.test.ts',
  ],
};
/** Of these folders, those that change or measure their process, or take so long that loading does not matter. */
const alone = [
  'src/agent/round/run-job.test.ts',
  'src/db/postgres/postgres-pool.test.ts',
  'src/http/listen/server.test.ts',
  'src/kernel/{empty-core-dumps,give-way}.test.ts',
  'src/outgoing/{connection-fault,send}.test.ts',
  'src/workspace/{hostile,workspace}.test.ts',
];
const never = ['**/node_modules/**', longArms];

export const projects: TestProjectInlineConfiguration[] = [
  ...Object.entries(inTurn).map(([name, include]): TestProjectInlineConfiguration => ({
    extends: true,
    test: { name: `${name} in turn`, include, exclude: [...never, ...alone], isolate: false },
  })),
  {
    extends: true,
    test: { name: 'apart', include: [everywhere], exclude: [...never, ...Object.values(inTurn).flat()] },
  },
  { extends: true, test: { name: 'alone', include: alone } },
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

import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { SkippedTests } from './test/skipped-tests.ts';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'check/**/*.test.ts',
      'client/**/*.test.ts',
      'edge/**/*.test.ts',
      'dashboard/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    reporters: ['default', new SkippedTests()],
    globalSetup: 'test/temporary-folder-of-the-run.ts',
    // Walks through the dashboard take 5 s on a free machine, and 30 on one that has six times the work it can do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // As many as there are processors, of which it leaves one alone otherwise: tests also wait for git, disk and browser.
    maxWorkers: '100%',
  },
});

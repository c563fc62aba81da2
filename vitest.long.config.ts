import { defineConfig } from 'vitest/config';
import { FiguresByFolder } from './test/figures-by-folder.ts';
import { SkippedTests } from './test/skipped-tests.ts';
import { longArms, projects, shared } from './vitest.config.ts';

/** `npm run test:long`: the long arms beside all normal ones. A long arm may take half an hour on a busy machine. */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      ...projects,
      { extends: true, test: { name: 'long', include: [longArms], testTimeout: 1_800_000, hookTimeout: 1_800_000 } },
    ],
    reporters: ['verbose', new SkippedTests(), new FiguresByFolder()],
  },
});

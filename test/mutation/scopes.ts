/** What is mutated unless paths are given, each with the tests that are to notice. */
export interface Scope {
  readonly folder: string;
  /**
   * Globs. The fastest that exercise the folder, some of them over HTTP inside the process; those that start processes or a
   * browser would take days.
   */
  readonly tests: readonly string[];
}

export const scopes: readonly Scope[] = [
  { folder: 'src/agent/jobs', tests: ['src/agent/jobs/*.test.ts', 'test/agent{,-job}-api.test.ts'] },
  { folder: 'src/agent/round', tests: ['src/agent/round/*.test.ts', 'src/agent/jobs/job-queue.test.ts'] },
  { folder: 'src/agent/protection', tests: ['src/agent/protection/*.test.ts'] },
  { folder: 'src/projects', tests: ['src/{projects,dashboard-api}/*.test.ts'] },
  { folder: 'src/secrets', tests: ['src/secrets/*.test.ts'] },
  {
    folder: 'src/analytics/visits/embedded/write',
    tests: ['src/analytics/visits/embedded/{write/*,embedded-visit-store,closing}.test.ts'],
  },
];

/** The scope that a path lies in; for others, the tests in its own folder. */
export function scopeOf(path: string): Scope {
  const folder = path.endsWith('.ts') ? path.slice(0, path.lastIndexOf('/')) : path;
  return (
    scopes.find((scope) => `${path}/`.startsWith(`${scope.folder}/`)) ?? { folder, tests: [`${folder}/**/*.test.ts`] }
  );
}

/**
 * Changes code in small ways, one at a time, and runs the tests related to it: what no test notices is printed. Takes a
 * while, so it is no part of `npm test`. The findings so far are in docs/mutation-testing.md.
 *
 *   npm run mutate                              the folders of `scopes.ts`
 *   npm run mutate -- src/projects src/secrets/own-secrets.ts
 *   npm run mutate -- --share 0.2 src/agent/round   a fifth of the mutants, the same in every run
 *   npm run mutate -- --share 0.2 --seed 2 src/agent/round   another fifth
 *
 * What survives is printed as it is found. A run that is stopped keeps its results: the same command goes on from there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { duration } from '../../src/kernel/clock.ts';
import { scopeOf, scopes, type Scope } from './scopes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const reports = `${root}reports/mutation`;
const program = `${here}node_modules/.bin/stryker`;

/** All of Stryker's operators but those on text: prose has no test, and states are held by their types. */
const withoutOperators = ['StringLiteral'];

if (!existsSync(program)) {
  console.error(
    'Stryker is not installed: run this by `npm run mutate`, or `npm ci --prefix test/mutation` once before it.',
  );
  process.exit(1);
}

const {
  values: { share, seed },
  positionals,
} = parseArgs({
  options: { share: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const given = positionals.map((path) => path.replace(/\/+$/, ''));
const paths = given.length > 0 ? given : scopes.map(({ folder }) => folder);
for (const [folder, inFolder] of Map.groupBy(paths, (path) => scopeOf(path).folder)) {
  const globs = inFolder.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  await mutate(scopeOf(folder), globs);
}

async function mutate({ folder, tests }: Scope, globs: readonly string[]): Promise<void> {
  mkdirSync(reports, { recursive: true });
  const report = `${reports}/${folder.replaceAll('/', '-')}`;
  const settings = {
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'forks' },
    mutate: [...globs, '!**/*.{test,conformance,fixture}.ts'],
    mutator: { excludedMutations: withoutOperators },
    coverageAnalysis: 'perTest',
    plugins: ['@stryker-mutator/*', './test/mutation/sample.ts', './test/mutation/found.ts'],
    checkers: share === '1' ? [] : ['sample'],
    ignorePatterns: [
      'test/engines',
      'test/long-engines',
      'test/mutation/node_modules',
      'dashboard/dist',
      '.demo',
      '.docwright-data',
    ],
    tempDirName: `${root}.stryker-tmp`,
    concurrency: Math.max(1, availableParallelism() - 1),
    timeoutMS: 30 * duration.second,
    dryRunTimeoutMinutes: 30,
    incremental: true,
    // What is not in one sample may be in another.
    incrementalFile: `${report}.share-${share}-seed-${seed}.json`,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'found', 'clear-text', 'json', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
  };
  const file = `${report}.settings.json`;
  writeFileSync(file, JSON.stringify(settings, undefined, 2));
  const stryker = spawn(process.execPath, [program, 'run', file], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTATION_TESTS: JSON.stringify(tests),
      MUTATION_SHARE: share,
      MUTATION_SEED: seed,
    },
  });
  // Told to stop, it writes down what it has found.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stryker.kill(signal));
  const [code] = (await once(stryker, 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

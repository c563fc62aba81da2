import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first: a clone without a cache of durations would begin them last, and one
 * processor would wait for the other.
 */
const longest = [
  'test/guide/commands.test.ts',
  'test/agent-crash.test.ts',
  'test/dashboard/quality.browser.test.ts',
  'test/packages.test.ts',
  'test/hostile/documentation.test.ts',
  'src/agent/round/run-job.test.ts',
  'test/visits/visits-crash.test.ts',
  'src/cli/where-people-stand.test.ts',
  'src/cli/docwright.test.ts',
  'test/guide/proxies.test.ts',
  'test/dashboard/hardening.browser.test.ts',
  'src/analytics/visits/embedded/any-damage.test.ts',
  'test/job-commands.test.ts',
  'src/cli/commands/check.test.ts',
  'test/storage/full-disk.test.ts',
  'src/cli/commands/import.test.ts',
  'src/analytics/visits/embedded/damage.test.ts',
  'test/demo.test.ts',
  'test/reference.browser.test.ts',
  'src/cli/commands/verify.test.ts',
];

/** The order in which vitest runs test files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

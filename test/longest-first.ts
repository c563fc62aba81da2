import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first: a clone without a cache of durations would begin them last, and one
 * processor would wait for the other.
 */
const longest = [
  'test/guide/commands.test.ts',
  'test/dashboard/quality.browser.test.ts',
  'test/packages.test.ts',
  'test/clickhouse.test.ts',
  'test/agent-crash.test.ts',
  'test/dashboard/hardening.browser.test.ts',
  'test/dashboard/states.browser.test.ts',
  'test/dashboard/first-visit.browser.test.ts',
  'src/analytics/visits/embedded/damage.test.ts',
  'test/hostile/documentation.test.ts',
  'src/agent/round/run-job.test.ts',
  'test/hostile/views.test.ts',
  'src/analytics/visits/embedded/any-damage.test.ts',
  'src/cli/where-people-stand.test.ts',
  'test/reference.browser.test.ts',
  'check/src/apart/create-check-apart.test.ts',
  'test/visits/visits-crash.test.ts',
  'test/postgres.test.ts',
  'test/backup.test.ts',
  'test/demo.test.ts',
  'test/guide/proxies.test.ts',
  'test/dashboard/analytics.browser.test.ts',
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

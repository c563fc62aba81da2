import { afterAll, beforeAll, describe } from 'vitest';
import type { DailyLimits, VisitStore } from '../visit-store.ts';
import { testAppending } from './appending.conformance.ts';
import { testCounting } from './counting.conformance.ts';
import { testPeople } from './people.conformance.ts';
import { testDeleting } from './deleting.conformance.ts';
import { testPaging } from './paging.conformance.ts';
import { dailyLimits, testedProject } from './tested-project.ts';
import { testTime } from './time.conformance.ts';
import { testUpkeep } from './upkeep.conformance.ts';

export interface StoreUnderTest {
  readonly store: VisitStore;
  /** Removes what the store has put on disk. */
  dispose(): Promise<void>;
}

/** What every visit store must do. `create` makes an empty store that folds what is past the limits of a day. */
export function describeVisitStore(
  name: string,
  create: (options: { limits: DailyLimits }) => Promise<StoreUnderTest>,
): void {
  describe(`${name} is a visit store`, () => {
    // One store for all tests, as in life; every test has projects of its own.
    let made: StoreUnderTest;
    let projects = 0;
    const newProject = () => testedProject(made.store, (projects += 1));

    beforeAll(async () => {
      made = await create({ limits: dailyLimits });
    });
    afterAll(async () => {
      await made.dispose();
    });

    testAppending(newProject);
    testCounting(newProject);
    testPeople(newProject);
    testTime(newProject);
    testPaging(newProject);
    testDeleting(newProject);
    testUpkeep(newProject);
  });
}

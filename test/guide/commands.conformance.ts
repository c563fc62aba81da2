import { afterAll, expect, it } from 'vitest';
import { clonedProgram, createFollower } from './follow-pages.ts';

/** Follows each page on a machine of its own, after the pages that it builds on. */
export function describeCommands(pages: readonly string[]): void {
  const follower = createFollower(clonedProgram);
  afterAll(() => follower.close());

  it.each(pages)(
    'the commands of %s do what it says',
    async (path) => {
      const { page, steps } = await follower.follow(path);
      for (const { line, skipped } of steps)
        if (skipped !== undefined) console.log(`${path}:${line} not run: ${skipped}`);
      expect(
        steps.flatMap(({ line, about, fault }) => (fault === undefined ? [] : [`${path}:${line} ${about}: ${fault}`])),
      ).toEqual([]);
      expect(steps).toHaveLength(page.blocks.length);
    },
    300_000,
  );
}

import { expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { projectSettingsSchema, type Project } from '../contract/project.ts';
import { compileSettings } from './compiled-settings.ts';
import { retireVisits } from './retire-visits.ts';
import { dropClockSkew } from './steps/drop-foreign.ts';
import type { Step } from './steps/step.ts';

/** The first day whose views stay at that moment. */
async function firstDayKept(now: string, retentionMonths: number): Promise<string> {
  const settings = projectSettingsSchema.parse({ analytics: { retentionMonths } });
  const before: number[] = [];
  await retireVisits({
    projects: { list: () => Promise.resolve([{ id: 'prj_1', settings } as Project]) },
    store: {
      deleteBefore: (_id, moment) => {
        before.push(moment);
        return Promise.resolve({ views: 0 });
      },
    },
    salts: { deleteRetired: () => Promise.resolve(0) },
    clock: createManualClock(Date.parse(now)),
    logger: silentLogger,
  });
  return new Date(before[0] ?? Number.NaN).toISOString();
}

it.each([
  ['of a month ago', '2026-11-22T12:00:00Z', 1, '2026-10-21T00:00:00.000Z'],
  ['of a year ago', '2026-01-01T00:00:00Z', 12, '2024-12-31T00:00:00.000Z'],
  ['of a month that is shorter', '2026-03-31T12:00:00Z', 1, '2026-02-27T00:00:00.000Z'],
  ['while the clock runs two hours ahead, over midnight', '2026-11-23T01:30:00Z', 1, '2026-10-22T00:00:00.000Z'],
])('keeps the day at the boundary, %s', async (_, now, months, kept) => {
  expect(await firstDayKept(now, months)).toBe(kept);
});

it.each(['2026-11-22T12:00:00Z', '2026-03-31T12:00:00Z', '2026-03-01T00:00:00Z'])(
  'takes no view that it would remove, and every other, at %s',
  async (now) => {
    const nowMs = Date.parse(now);
    for (const months of [1, 2, 12, 24]) {
      const boundary = Date.parse(await firstDayKept(now, months));
      const settings = compileSettings(
        projectSettingsSchema.parse({ analytics: { retentionMonths: months } }).analytics,
      );
      const dropped = [boundary - 1, boundary].map((timestampMs) =>
        dropClockSkew({ hit: { timestampMs } } as Parameters<Step>[0], { settings, nowMs } as Parameters<Step>[1]),
      );
      expect(dropped, String(months)).toEqual(['clock_skew', undefined]);
    }
  },
);

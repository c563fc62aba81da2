import type { Goal as GoalSetting } from '../contract/project.ts';
import { InvalidRequest } from '../http/errors.ts';
import { readPages, readPattern } from './filters.ts';
import type { Counts, Goal } from './visits/visit-store.ts';

/** A goal of the project's settings, as the store asks for it. */
export function goalOf({ paths, events }: GoalSetting): Goal {
  return { paths: paths.map((text) => readPages(text).pattern), events: events.map(readPattern) };
}

const goalPrefix = 'goal:';
const eventPrefix = 'event:';

/**
 * A step of a funnel as somebody writes it: pages such as `/guide/*`, `event:signup`, or `goal:Sign-ups` for a goal of the
 * project. Throws InvalidRequest with every fault.
 */
export function readSteps(steps: readonly string[], goals: readonly GoalSetting[]): Goal[] {
  const read = steps.map((step) => readStep(step, goals));
  const faults = read.flatMap(({ fault }) => (fault === undefined ? [] : [{ field: 'step', message: fault }]));
  if (faults.length > 0) throw new InvalidRequest(faults);
  return read.map(({ goal }) => goal);
}

function readStep(
  step: string,
  goals: readonly GoalSetting[],
): { readonly goal: Goal; readonly fault?: string | undefined } {
  if (step.startsWith(eventPrefix)) {
    const event = step.slice(eventPrefix.length);
    const fault = event === '' ? 'must name an event, such as event:signup' : undefined;
    return { goal: { paths: [], events: [readPattern(event)] }, fault };
  }
  if (!step.startsWith(goalPrefix)) {
    const { pattern, fault } = readPages(step);
    return { goal: { paths: [pattern], events: [] }, fault };
  }
  const name = step.slice(goalPrefix.length);
  const goal = goals.find((candidate) => candidate.name === name);
  if (goal !== undefined) return { goal: goalOf(goal) };
  const goalNames = goals.map((candidate) => JSON.stringify(candidate.name)).join(', ') || 'none so far';
  return { goal: { paths: [], events: [] }, fault: `is not a goal of the project; it has ${goalNames}` };
}

/** Which part of each count got there, from 0 to 1; null where there was nobody who could. */
export function conversionOf(reached: Counts, of: Counts): Record<keyof Counts, number | null> {
  const part = (count: number, all: number) => (all === 0 ? null : count / all);
  return { human: part(reached.human, of.human), ai: part(reached.ai, of.ai), total: part(reached.total, of.total) };
}

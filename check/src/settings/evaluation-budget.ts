/** Expressions that are looked at, spread values included, in one module. Sidebars of five thousand pages take 30,000. */
const mostSteps = 500_000;

/** Values within one value, as who walks through it meets them: what is used twice counts twice. */
const mostValues = 500_000;

/** Characters of a text that count as one value. */
const charactersOfValue = 32;

/** Keeps a module of half a kilobyte from standing for more than a computer can hold. */
export interface EvaluationBudget {
  /** False when too much was looked at already. */
  step(): boolean;
  /** False when the value is too large. Where it is spread, its size counts as steps too. */
  admits(value: unknown): boolean;
  spread(value: object): boolean;
}

const sizes = new WeakMap<object, number>();

/** Of a value whose parts were sized before, so this looks at one level only. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfValue;
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  for (const part of Object.values(value)) size += sizeOf(part);
  sizes.set(value, size);
  return size;
}

export function createEvaluationBudget(): EvaluationBudget {
  let steps = 0;
  return {
    step: () => (steps += 1) <= mostSteps,
    admits: (value) => sizeOf(value) <= mostValues,
    spread: (value) => (steps += sizeOf(value)) <= mostSteps,
  };
}

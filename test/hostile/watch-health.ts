import { expect } from 'vitest';
import { healthFaults, inMegabytes, type Health } from './start-watched-server.ts';

/** Fails above the limits, and says how near to them it was. */
export function expectHealthy(health: Health, what: string): void {
  const { heldMs, grownBytes, answered } = health;
  console.log(
    `${what}: event loop held for ${heldMs.toFixed(0)} ms, ${inMegabytes(grownBytes)} more, ${answered} answers`,
  );
  expect(healthFaults(health), what).toEqual([]);
}

import { beforeAll, inject } from 'vitest';

/**
 * Stryker says which mutant is active by a global variable, which threads do not have, or else by the environment,
 * which they are given when they start.
 */
function carry(): void {
  const name: unknown = inject('globalNamespace' as never);
  const { activeMutant } = (globalThis as unknown as Record<string, { activeMutant?: string }>)[String(name)] ?? {};
  if (activeMutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__'];
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant;
}

carry();
beforeAll(carry);

/**
 * A plugin for Stryker that lets only a share of the mutants through; the rest it reports as errors, which count in no
 * score. Which ones is told by a hash of the seed and the mutant, so the same code has the same sample in every run.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly replacement: string;
}

function isInSample(
  { fileName, location: { start }, replacement }: Mutant,
  { share, seed }: { share: number; seed: string },
): boolean {
  const place = [seed, relative(process.cwd(), fileName), start.line, start.column, replacement].join('\0');
  return createHash('sha256').update(place).digest().readUInt32BE() < share * 2 ** 32;
}

function createSample() {
  const sample = { share: Number(process.env['MUTATION_SHARE'] ?? '1'), seed: process.env['MUTATION_SEED'] ?? '1' };
  return {
    init: () => Promise.resolve(),
    check: (mutants: readonly Mutant[]) =>
      Promise.resolve(
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            isInSample(mutant, sample) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
          ]),
        ),
      ),
    group: (mutants: readonly Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
  };
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: Object.assign(createSample, { inject: [] }) },
];

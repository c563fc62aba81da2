import { createCheckApart } from '../../check/src/check.ts';
import { createModels } from '../model/create-models.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { EvaluationCase, EvaluationResult } from './evaluation-case.ts';
import { openRepository } from './open-repository.ts';
import { playCase, type CaseLimits } from './play-case.ts';

export type { EvaluationCase, EvaluationResult } from './evaluation-case.ts';
export { findCases } from './find-cases.ts';
export { resultsPage } from './report-page.ts';
export { resultRow } from './report-table.ts';
export { compare, resultTable, summaryTables, totalsOf } from './totals.ts';

/** The models of these names, or the default one; throws with a remedy when there is none. */
export function modelsFor(
  names: readonly string[],
  config: Parameters<typeof createModels>[0]['config'],
): LanguageModel[] {
  const models = createModels({ config });
  return names.length === 0 ? [models.resolve(undefined)] : names.map((name) => models.resolve(name));
}

/**
 * Plays each case with each model and each file of instructions, one after another, and tells each result as it comes.
 * When it is stopped, what was played until then is the result.
 */
export async function evaluate({
  gitDirectory,
  cases,
  models,
  instructions,
  docsFolder,
  limits,
  signal,
  onResult,
}: {
  gitDirectory: string;
  cases: readonly EvaluationCase[];
  models: readonly LanguageModel[];
  /** In place of the repository's own; with none of them, its own. */
  instructions: readonly { readonly path: string; readonly text: string }[];
  docsFolder: string;
  limits: CaseLimits;
  signal: AbortSignal;
  onResult: (result: EvaluationResult) => void;
}): Promise<EvaluationResult[]> {
  const repository = await openRepository(gitDirectory, cases);
  const docsCheck = createCheckApart({ processes: 1, threads: 2 });
  const results: EvaluationResult[] = [];
  try {
    for (const of of cases) {
      const expected = await repository.expected(of);
      for (const model of models) {
        for (const instructionFile of instructions.length === 0 ? [undefined] : instructions) {
          signal.throwIfAborted();
          const workspace = await repository.open(of, signal);
          try {
            const played = {
              of,
              model,
              instructions: instructionFile,
              workspace,
              expected,
              docsFolder,
              docsCheck,
              limits,
              signal,
            };
            const result = await playCase(played);
            results.push(result);
            onResult(result);
          } finally {
            await workspace.dispose();
          }
        }
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await docsCheck.close();
    await repository.close();
  }
  return results;
}

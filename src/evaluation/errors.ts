import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class NothingToEvaluate extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'nothing_to_evaluate',
    status: 422,
    title: 'The history has no change to evaluate with',
    remedy:
      'Run it in a full clone, with --docs <folder> where the documentation is a part of the repository, or name commits with --commit.',
    retryable: false,
  };
  constructor(folder: string, why = 'No merged change of documentation alone was found in the history of') {
    super(NothingToEvaluate.facts, `${why} ${folder}.`);
  }
}

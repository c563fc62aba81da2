import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class NothingToEvaluate extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'nothing_to_evaluate',
    status: 422,
    title: 'The history has no change to evaluate with',
    remedy:
      'Run it in a clone with the history of the documentation, with --docs <folder> where the documentation is a part of the repository, or name commits with --commit.',
    retryable: false,
  };
  constructor(folder: string, why = 'No merged change of documentation alone was found in the history of') {
    super(NothingToEvaluate.facts, `${why} ${folder}.`);
  }
}

export class HistoryIncomplete extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'history_incomplete',
    status: 422,
    title: 'A part of the history is not in the clone',
    remedy:
      'Fetch the rest there, with `git fetch --unshallow` in a shallow clone and `git fetch --refetch --no-filter origin` in a partial one, or clone it anew without --depth and --filter.',
    retryable: false,
  };
  constructor(what: string) {
    super(HistoryIncomplete.facts, `${what}.`);
  }
}

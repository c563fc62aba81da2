import { AppError, type ErrorFacts } from '../../src/kernel/app-error.ts';

export class GitRefUnknown extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_ref_unknown',
    status: 400,
    title: 'There is no such commit to compare with',
    remedy: 'Name a branch, tag or commit that the clone has; in CI, check out with the full history (fetch-depth: 0).',
    retryable: false,
  };
  constructor(ref: string, cause?: unknown) {
    super(GitRefUnknown.facts, `Git does not know ${JSON.stringify(ref.slice(0, 200))} here.`, { cause });
  }
}

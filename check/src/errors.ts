import { defineError } from '../../src/kernel/app-error.ts';

export const GitRefUnknown = defineError(
  {
    code: 'git_ref_unknown',
    status: 400,
    title: 'There is no such commit to compare with',
    remedy: 'Name a branch, tag or commit that the clone has; in CI, check out with the full history (fetch-depth: 0).',
  },
  (ref: string, cause?: unknown) => ({
    message: `Git does not know ${JSON.stringify(ref.slice(0, 200))} here.`,
    cause,
  }),
);

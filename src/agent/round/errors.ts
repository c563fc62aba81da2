import { defineError } from '../../kernel/app-error.ts';
import { counted } from '../../kernel/counted.ts';

export const AttemptsExhausted = defineError(
  {
    code: 'attempts_exhausted',
    status: 500,
    title: 'Too many failed attempts',
    remedy: "See the notices in the job's log for the cause of each attempt, then send a message to try again.",
    retryable: true,
  },
  (attempts: number) => `The job stopped after ${attempts} attempts without progress.`,
);

export const DeadlineExceeded = defineError(
  {
    code: 'deadline_exceeded',
    status: 504,
    title: 'Time limit reached',
    remedy: "Ask for less at once, or raise the deadline in the project's settings.",
  },
  (minutes: number, outcome: string) =>
    `The time limit of ${counted(minutes, 'minute')} was reached before the work was done. ${outcome}`,
);

export const BudgetExhausted = defineError(
  {
    code: 'budget_exhausted',
    status: 500,
    title: 'Budget used up',
    remedy: "Ask for less at once, or raise the budget in the project's settings.",
  },
  (budget: string, outcome: string) => `The ${budget} budget was used up. ${outcome}`,
);

/** The agent ended, and the tree is as it was. */
export const NothingChanged = defineError(
  {
    code: 'nothing_changed',
    status: 500,
    title: 'The agent stopped without changing a file',
    remedy:
      'Send a message that names the pages and the change, or use another model: it was told that no file had changed, and neither made a change nor said why none is needed.',
  },
  (said: string) => (said === '' ? 'It gave no answer.' : `It said: ${shorten(said, 300)}`),
);

export const AgentStuck = defineError(
  {
    code: 'agent_stuck',
    status: 500,
    title: 'The agent repeated itself',
    remedy: 'Read the answer that it could not get past, then send a message that says how to, or use another model.',
  },
  ({ tool, answer }: { tool: string; answer: string }, outcome: string) =>
    `The agent called ${tool} repeatedly and always got this answer: "${shorten(answer, 200)}" ${outcome}`,
);

/** At least half of the calls brought nothing. */
export const BudgetSpentInVain = defineError(
  {
    code: 'budget_spent_in_vain',
    status: 502,
    title: 'Answers that broke off used up the budget',
    remedy:
      'Check the time and size limits of proxies and gateways between this server and the model, and the memory of a model of your own. Then send a message.',
  },
  (model: string, { brokenOff, modelCalls }: { brokenOff: number; modelCalls: number }, outcome: string) =>
    `${brokenOff} of ${counted(modelCalls, 'answer')} of ${model} broke off and had to be paid for all the same. ${outcome}`,
);

export const ModelPriceUnknown = defineError(
  {
    code: 'model_price_unknown',
    status: 422,
    title: 'Model price unknown',
    remedy: 'Add the model to the file in DOCWRIGHT_MODEL_PRICES, or remove the dollar budgets from the settings.',
  },
  (model: string) => `The project has a dollar budget, but the price of ${model} is unknown.`,
);

export const ChangeNotValid = defineError(
  {
    code: 'change_not_valid',
    status: 500,
    title: 'Checks failed',
    remedy: 'Read the findings and the diff, then send a message that says how to fix them.',
  },
  (rounds: number, findings: string) =>
    `After ${counted(rounds, 'correction')}, the change still adds findings: ${findings}`,
);

export const DocsBeyondChecker = defineError(
  {
    code: 'docs_beyond_checker',
    status: 500,
    title: 'Docs too complex for the checker',
    remedy:
      'Nothing was published. Look in the named file for content that repeats or nests very deeply, fix it, then send a message.',
  },
  (finding: string) => finding,
);

export const ChangeTooLarge = defineError(
  {
    code: 'change_too_large',
    status: 500,
    title: 'Change too large',
    remedy: "Ask for less at once, or raise the diff budget in the project's settings.",
  },
  (excess: string) => `The change has ${excess}.`,
);

/** The agent reached past what it may change; nothing was published. */
export const ChangeOutOfBounds = defineError(
  {
    code: 'change_out_of_bounds',
    status: 500,
    title: 'Protected files changed',
    remedy: "Nothing was published. Ask for a change without the named files, or allow them in the project's settings.",
  },
  (places: readonly string[]) => `The change affects ${nameSome(places)}.`,
);

export const SecretInChange = defineError(
  {
    code: 'secret_in_change',
    status: 500,
    title: 'Secret in the change',
    remedy: 'Nothing was published. Check the named places. Use placeholders such as YOUR_API_KEY in docs.',
  },
  (places: readonly string[]) => `Possible secret in ${nameSome(places)}.`,
);

export const ModelRefused = defineError(
  {
    code: 'model_refused_instruction',
    status: 500,
    title: 'Model refused the instruction',
    remedy: 'Rephrase the instruction, or choose another model.',
  },
  (model: string) => `The model ${model} refused to continue.`,
);

/** Neither the usual name of the branch nor another one can be made beside what the repository has. */
export const BranchNotAvailable = defineError(
  {
    code: 'branch_not_available',
    status: 422,
    title: 'Branch name not available',
    remedy: 'Rename or delete the branches in the way.',
  },
  (branch: string, inTheWay: readonly string[]) =>
    `The branch ${branch} cannot be created, because the repository has the branches ${inTheWay.join(' and ')}.`,
);

/** The server's own mistake; the cause stands in the log, never in the job. */
export const UnexpectedFault = defineError(
  {
    code: 'unexpected_fault',
    status: 500,
    title: 'Internal error',
    remedy: "Look up the job id in the server's log, and report the error.",
    retryable: true,
  },
  (cause: unknown) => ({ message: 'An unexpected error stopped the work.', cause }),
);

function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function nameSome(places: readonly string[]): string {
  const more = places.length > 10 ? ` and ${places.length - 10} more` : '';
  return places.slice(0, 10).join(', ') + more;
}

export const DocumentNotFound = defineError(
  {
    code: 'document_not_found',
    status: 404,
    title: 'Unknown page',
    remedy: 'Search the documentation for the path of its file.',
  },
  (path: string) => `The documentation has no page ${JSON.stringify(path.slice(0, 200))}.`,
);

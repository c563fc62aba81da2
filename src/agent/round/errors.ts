import { defineError } from '../../kernel/app-error.ts';
import { counted } from '../../kernel/counted.ts';

export const AttemptsExhausted = defineError(
  {
    code: 'attempts_exhausted',
    status: 500,
    title: 'The job was tried too often without getting further',
    remedy: 'See the notices in the event log for the cause of each attempt, then send a message to try again.',
    retryable: true,
  },
  (attempts: number) => `The job was given up after ${attempts} attempts that got no further.`,
);

export const DeadlineExceeded = defineError(
  {
    code: 'deadline_exceeded',
    status: 504,
    title: 'The job took too long',
    remedy: 'Ask for less at once, or raise the deadline in the settings of the project.',
  },
  (minutes: number, outcome: string) =>
    `The deadline of ${counted(minutes, 'minute')} passed before the work was done. ${outcome}`,
);

export const BudgetExhausted = defineError(
  {
    code: 'budget_exhausted',
    status: 500,
    title: 'A budget of the job is used up',
    remedy: 'Ask for less at once, or raise the budget in the settings of the project.',
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
    `It got the same answer of its tool ${tool} again and again: ${shorten(answer, 200)} ${outcome}`,
);

export const ModelPriceUnknown = defineError(
  {
    code: 'model_price_unknown',
    status: 422,
    title: 'A budget in money cannot be kept without the price of the model',
    remedy: 'Add the model to the file of DOCWRIGHT_MODEL_PRICES, or take the budgets in dollars out of the settings.',
  },
  (model: string) => `The project has a budget in dollars, and what ${model} costs is not known.`,
);

export const ChangeNotValid = defineError(
  {
    code: 'change_not_valid',
    status: 500,
    title: 'The change does not pass the checks',
    remedy: 'Read the findings and the diff, then send a message that says how to mend them.',
  },
  (rounds: number, findings: string) =>
    `After ${counted(rounds, 'round')} of corrections the change still brings in problems: ${findings}`,
);

export const DocsBeyondChecker = defineError(
  {
    code: 'docs_beyond_checker',
    status: 500,
    title: 'The documentation is too much for the checker',
    remedy:
      'Nothing was published. Look at the named file for what repeats or nests without end, mend it, then send a message.',
  },
  (finding: string) => finding,
);

export const ChangeTooLarge = defineError(
  {
    code: 'change_too_large',
    status: 500,
    title: 'The change is larger than the project allows',
    remedy: 'Ask for less at once, or raise the diff budget in the settings of the project.',
  },
  (what: string) => `The change has ${what}.`,
);

/** The agent reached past what it may change; nothing was published. */
export const ChangeOutOfBounds = defineError(
  {
    code: 'change_out_of_bounds',
    status: 500,
    title: 'The change touches what an agent may not change',
    remedy:
      'Nothing was published. Ask for a change that leaves the named files alone, or open them in the settings of the project.',
  },
  (places: readonly string[]) => `The change touches ${nameSome(places)}.`,
);

export const SecretInChange = defineError(
  {
    code: 'secret_in_change',
    status: 500,
    title: 'The change contains a secret',
    remedy: 'Nothing was published. Look at the named places; use placeholders such as YOUR_API_KEY in documentation.',
  },
  (places: readonly string[]) => `Something that looks like a secret stands in ${nameSome(places)}.`,
);

export const ModelRefused = defineError(
  {
    code: 'model_refused_instruction',
    status: 500,
    title: 'The model refused the instruction',
    remedy: 'Say the instruction differently, or choose another model.',
  },
  (model: string) => `The model ${model} refused to go on.`,
);

/** The server's own mistake; the cause stands in the log, never in the job. */
export const UnexpectedFault = defineError(
  {
    code: 'unexpected_fault',
    status: 500,
    title: 'The worker made a mistake',
    remedy: 'Look for the job id in the log of the server, and report it.',
    retryable: true,
  },
  (cause: unknown) => ({ message: 'An unexpected fault stopped the work.', cause }),
);

function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function nameSome(places: readonly string[]): string {
  const more = places.length > 10 ? ` and ${places.length - 10} more` : '';
  return places.slice(0, 10).join(', ') + more;
}

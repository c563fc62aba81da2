import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const RecipientNotFound = defineError(
  {
    code: 'recipient_not_found',
    status: 404,
    title: 'Unknown recipient',
    remedy: {
      settings: 'Reload the page to see the current recipients.',
      otherwise: "Run `docwright mail list` to see the project's recipients.",
    },
  },
  (id: string) => `There is no recipient with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const RecipientKnown = defineError(
  {
    code: 'recipient_known',
    status: 409,
    title: 'Recipient already added',
    remedy: 'Nothing to do.',
  },
  () => ({
    message: "This address already gets this project's weekly mail.",
    details: [{ field: 'address', message: 'taken' }],
  }),
);

export const TooManyRecipients = defineError(
  {
    code: 'too_many_recipients',
    status: 409,
    title: 'Too many recipients',
    remedy: 'Use an address that forwards the mail, such as a mailing list.',
  },
  (most: number) => `The weekly mail of this project already has the maximum of ${most} recipients.`,
);

export const MailNotConfigured = defineError(
  {
    code: 'mail_not_configured',
    status: 409,
    title: 'Mail not configured',
    remedy: {
      settings: 'Enter the mail server and sender above, and the password if there is a user.',
      cli: 'Set them with `docwright project set --setting weeklyMail.host=… --setting weeklyMail.from=…`, and the password with `docwright mail password`.',
      otherwise: "Set the mail server and the sender in the project's settings, and the password if there is a user.",
    },
  },
  (missing: readonly string[]) => `Missing settings: ${missing.join(' and ')}.`,
);

export class MailNotSent extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'mail_not_sent',
    status: 502,
    title: 'Mail not accepted',
    remedy: "Check host, port, encryption, user and password against the mail provider's instructions.",
    retryable: true,
  };
  /** What the mail server or the network said; holds no secret. */
  readonly reason: string;

  /** `isFinal`: the server rejects this mail or user, and would again. */
  constructor(why: ConnectionFault | string, { isFinal = false } = {}) {
    const isFault = typeof why !== 'string';
    const reason = isFault ? why.message : why;
    const facts = isFault ? withRemedy(MailNotSent.facts, why) : { ...MailNotSent.facts, retryable: !isFinal };
    super(facts, `The mail was not sent: ${reason}`);
    this.reason = reason;
  }
}

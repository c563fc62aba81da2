import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export const RecipientNotFound = defineError(
  {
    code: 'recipient_not_found',
    status: 404,
    title: 'There is no such recipient',
    remedy: {
      settings: 'Reload the page: the list shows who gets the weekly mail.',
      otherwise: '`docwright mail list` shows who gets the weekly mail of a project.',
    },
  },
  (id: string) => `There is no recipient with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const RecipientKnown = defineError(
  {
    code: 'recipient_known',
    status: 409,
    title: 'The weekly mail goes there already',
    remedy: 'Nothing has to be done.',
  },
  () => ({
    message: 'The weekly mail of this project goes to this address already.',
    details: [{ field: 'address', message: 'taken' }],
  }),
);

export const TooManyRecipients = defineError(
  {
    code: 'too_many_recipients',
    status: 409,
    title: 'The weekly mail has as many recipients as it may have',
    remedy: 'Add one address that passes the mail on, such as that of a list.',
  },
  (most: number) => `The weekly mail of this project goes to ${most} addresses already.`,
);

export const MailNotConfigured = defineError(
  {
    code: 'mail_not_configured',
    status: 409,
    title: 'It is not known how to send mail',
    remedy: {
      settings: 'Fill in the mail server and the sender above, and the password if there is a user.',
      cli: 'Set them with `docwright project set --setting weeklyMail.host=… --setting weeklyMail.from=…`, and the password with `docwright mail password`.',
      otherwise: "Set the mail server and the sender in the project's settings, and the password if there is a user.",
    },
  },
  (missing: readonly string[]) => `For mail the project lacks ${missing.join(' and ')}.`,
);

export class MailNotSent extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'mail_not_sent',
    status: 502,
    title: 'The mail server did not take the mail',
    remedy: 'Compare host, port, encryption, user and password with what its operator says.',
    retryable: true,
  };
  /** What the mail server or the network said; holds no secret. */
  readonly reason: string;

  constructor(why: ConnectionFault | string) {
    const isFault = typeof why !== 'string';
    const reason = isFault ? why.message : why;
    super(isFault ? withRemedy(MailNotSent.facts, why) : MailNotSent.facts, `The mail was not sent: ${reason}`);
    this.reason = reason;
  }
}

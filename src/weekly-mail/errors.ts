import { AppError, type ErrorFacts } from '../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

export class RecipientNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'recipient_not_found',
    status: 404,
    title: 'There is no such recipient',
    remedy: '`docwright mail list` shows who gets the weekly mail of a project.',
    retryable: false,
  };
  constructor(id: string) {
    super(RecipientNotFound.facts, `There is no recipient with the id ${JSON.stringify(id.slice(0, 64))}.`);
  }
}

export class RecipientKnown extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'recipient_known',
    status: 409,
    title: 'The weekly mail goes there already',
    remedy: 'Nothing has to be done.',
    retryable: false,
  };
  constructor() {
    super(RecipientKnown.facts, 'The weekly mail of this project goes to this address already.', {
      details: [{ field: 'address', message: 'taken' }],
    });
  }
}

export class TooManyRecipients extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'too_many_recipients',
    status: 409,
    title: 'The weekly mail has as many recipients as it may have',
    remedy: 'Add one address that passes the mail on, such as that of a list.',
    retryable: false,
  };
  constructor(most: number) {
    super(TooManyRecipients.facts, `The weekly mail of this project goes to ${most} addresses already.`);
  }
}

export class MailNotConfigured extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'mail_not_configured',
    status: 409,
    title: 'It is not known how to send mail',
    remedy:
      'Set host and sender of the weekly mail, and its password if a user is set, in the settings of the project.',
    retryable: false,
  };
  constructor(missing: readonly string[]) {
    super(MailNotConfigured.facts, `For mail the project lacks ${missing.join(' and ')}.`);
  }
}

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

import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

/** One answer for an unknown address and a wrong password, so that nobody learns who has an account. */
export class SignInRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'sign_in_refused',
    status: 401,
    title: 'Email or password is wrong',
    remedy: 'Check both; an owner can remove and invite a member again who forgot the password.',
    retryable: false,
  };
  constructor() {
    super(SignInRefused.facts, 'Email or password is wrong.');
  }
}

export class PasswordWrong extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'password_wrong',
    status: 403,
    title: 'The current password is wrong',
    remedy: 'Type the password that you sign in with now.',
    retryable: false,
  };
  constructor() {
    super(PasswordWrong.facts, 'The current password is wrong.', {
      details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
    });
  }
}

export class InvitationUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'invitation_unusable',
    status: 410,
    title: 'The link cannot be used',
    remedy:
      'Links work once and for a limited time. Ask an owner for a new one; the set-up link of the first owner is printed again when the server starts.',
    retryable: false,
  };
  constructor() {
    super(InvitationUnusable.facts, 'This link was used already, has expired or was withdrawn.');
  }
}

export class EmailTaken extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'email_taken',
    status: 409,
    title: 'The email address has an account',
    remedy: 'Sign in with it, or use another address or account of the identity provider.',
    retryable: false,
  };
  constructor() {
    super(EmailTaken.facts, 'A member with this email address exists already.', {
      details: [{ field: 'email', message: 'A member with this email address exists already.' }],
    });
  }
}

export class LastOwner extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'last_owner',
    status: 409,
    title: 'There must be an owner',
    remedy: 'Make somebody else an owner first.',
    retryable: false,
  };
  constructor() {
    super(LastOwner.facts, 'The only owner can neither be removed nor lose the role.');
  }
}

export class AccountThingNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'account_thing_not_found',
    status: 404,
    title: 'No such member, session or invitation',
    remedy: 'Load the page again: it was removed in the meantime.',
    retryable: false,
  };
  constructor(kind: 'member' | 'session' | 'invitation', id: string) {
    super(AccountThingNotFound.facts, `There is no ${kind} ${JSON.stringify(id.slice(0, 64))}.`);
  }
}

import type { Role } from '../contract/account.ts';
import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class NotSignedIn extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'not_signed_in',
    status: 401,
    title: 'Not signed in',
    remedy: 'Sign in; a session ends after 14 days without use, after 90 days, or when it is ended by hand.',
    retryable: false,
  };
  constructor() {
    super(NotSignedIn.facts, 'You are not signed in, or your session has ended.');
  }
}

export class CrossSiteRequest extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'cross_site_request',
    status: 403,
    title: 'The request did not come from the dashboard',
    remedy:
      'Open the dashboard under its own address. Behind a proxy, pass the `Host` header on or set the public URL of the server.',
    retryable: false,
  };
  constructor() {
    super(CrossSiteRequest.facts, 'A change with a session must be sent by the dashboard itself.');
  }
}

export class RoleMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'role_missing',
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Ask an owner to do it or to change your role under Members.',
    retryable: false,
  };
  constructor(needed: Role) {
    super(RoleMissing.facts, `This needs the role ${needed}.`);
  }
}

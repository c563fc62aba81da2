import { AppError, type ErrorFacts } from '../../kernel/app-error.ts';

/** The same answer for a project that does not exist, so that nobody learns which do. */
export class OriginNotAllowed extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'origin_not_allowed',
    status: 403,
    title: 'The page may not send views to this project',
    remedy:
      "Add the site's origin, such as https://docs.example.com, to the sites in the project's analytics settings.",
    retryable: false,
  };
  constructor(origin: string | undefined) {
    const sender = origin === undefined ? 'A request without an Origin' : `The origin ${origin.slice(0, 200)}`;
    super(OriginNotAllowed.facts, `${sender} is not one of the project's sites.`);
  }
}

export class TooManyEvents extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'too_many_events',
    status: 413,
    title: 'Too many events at once',
    remedy: 'Send them in several requests.',
    retryable: false,
  };
  constructor(limit: number) {
    super(TooManyEvents.facts, `The request has more than ${limit} events.`);
  }
}

export class DrainUnknown extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'drain_unknown',
    status: 404,
    title: 'No such log drain format',
    remedy: 'Use one of vercel, netlify, cloudflare, fastly, cloudfront.',
    retryable: false,
  };
  constructor(format: string) {
    super(DrainUnknown.facts, `There is no drain format ${JSON.stringify(format.slice(0, 50))}.`);
  }
}

import { defineError } from '../../kernel/app-error.ts';

/** The same answer for a project that does not exist, so that nobody learns which do. */
export const OriginNotAllowed = defineError(
  {
    code: 'origin_not_allowed',
    status: 403,
    title: 'Origin not allowed',
    remedy:
      "Add the site's origin, such as https://docs.example.com, to the sites in the project's analytics settings.",
  },
  (origin: string | undefined) => {
    const sender = origin === undefined ? 'A request without an Origin' : `The origin ${origin.slice(0, 200)}`;
    return `${sender} is not one of the project's sites.`;
  },
);

export const TooManyEvents = defineError(
  {
    code: 'too_many_events',
    status: 413,
    title: 'Too many events',
    remedy: 'Split them into several requests.',
  },
  (limit: number) => `The request has more than ${limit} events.`,
);

export const DrainUnknown = defineError(
  {
    code: 'drain_unknown',
    status: 404,
    title: 'Unknown log drain format',
    remedy: 'Use one of vercel, netlify, cloudflare, fastly, cloudfront, logs.',
  },
  (format: string) => `${JSON.stringify(format.slice(0, 50))} is not a log drain format.`,
);

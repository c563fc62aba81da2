/** An answer of the server that is not a success, or no answer at all (`status` 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly { message: string; field?: string | undefined }[];
  /** Seconds to wait before trying again, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    details?: readonly { message: string; field?: string | undefined }[];
    retryAfter?: number | undefined;
    cause?: unknown;
  }) {
    super(facts.message, { cause: facts.cause });
    this.name = 'ApiProblem';
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.retryAfter = facts.retryAfter;
  }

  /** What is wrong with one field of a form; the server names it with where it belongs, such as `analytics.sites.0`. */
  of(field: string): string | undefined {
    return this.details.find((detail) => detail.field?.split('.').includes(field) === true)?.message;
  }
}

interface ProblemBody {
  type?: string;
  detail?: string;
  details?: { message: string; field?: string }[];
}

export function problemOf(body: unknown, response: Response): ApiProblem {
  const { type, detail, details } = (typeof body === 'object' && body !== null ? body : {}) as ProblemBody;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem({
    status: response.status,
    code: type?.split('/').at(-1) ?? 'unknown',
    message: withoutMarks(
      detail ?? `The server returned ${response.status} without an explanation. Try again in a moment.`,
    ),
    details: (details ?? []).map((fault) => ({
      ...fault,
      message: withoutPlace(withoutMarks(fault.message), fault.field),
    })),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** The server marks names of fields and headers as code, for programs and their authors. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '');
}

/** Where the field is in the message to the server, such as `settings.analytics.goals.1.`, says nothing to a person. */
function withoutPlace(text: string, field = ''): string {
  const place = field.replace(/[a-z]\w*(\.\d+)*$/i, '');
  if (place === '' || !text.startsWith(place)) return text;
  return text.charAt(place.length).toUpperCase() + text.slice(place.length + 1);
}

export function unreachable(cause: unknown): ApiProblem {
  const message = 'The server cannot be reached. Check your connection and whether the server is running.';
  return new ApiProblem({ status: 0, code: 'unreachable', message, cause });
}

export function isProblem(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code));
}

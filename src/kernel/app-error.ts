/** Where a person meets an error: each may have a remedy of its own. */
export const entranceNames = {
  api: 'HTTP API',
  cli: 'Command line',
  settings: 'Dashboard',
  setUp: 'Set-up page',
  job: 'Job',
  mcp: 'MCP',
} as const;
export type Entrance = keyof typeof entranceNames;

/** What to do, in one sentence for every entrance, or for some of them and `otherwise` for the rest. */
export type Remedy = string | ({ readonly otherwise: string } & Readonly<Partial<Record<Entrance, string>>>);

/** What is known about one kind of error before any particular one happens; the documentation is generated from it. */
export interface ErrorFacts {
  /** Stable snake_case name that callers branch on; also the last part of the problem's `type` URL. */
  readonly code: string;
  /** HTTP status that the error becomes when it reaches the edge of the server. */
  readonly status: number;
  readonly title: string;
  readonly remedy: Remedy;
  /** True when the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /**
   * True when what failed lies outside of this server: whoever can wait for it, waits; not for long where it is not `retryable`,
   * since then somebody has to mend it.
   */
  readonly away?: true;
}

/** What the person who meets the error at this entrance can do about it. */
export function remedyAt(entrance: Entrance, { remedy }: Pick<ErrorFacts, 'remedy'>): string {
  return typeof remedy === 'string' ? remedy : (remedy[entrance] ?? remedy.otherwise);
}

/** One fault inside a refused request. `field` is a path such as `prompt` or `query.limit`. */
export interface ErrorDetail {
  readonly message: string;
  readonly field?: string;
}

/** What is particular about one error. The message is shown to people and must never contain a secret. */
interface Particulars {
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Base of every error that has a meaning to its caller. */
export abstract class AppError extends Error {
  readonly facts: ErrorFacts;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which a retry makes sense, where that is known; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: ErrorFacts, message: string, options: Omit<Particulars, 'message'> = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.facts = facts;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export interface ErrorClass<Code extends string, Parameters extends readonly unknown[]> {
  new (...parameters: Parameters): AppError & { readonly facts: { readonly code: Code } };
  readonly facts: ErrorFacts;
}

/** Declares one kind of error. `describe` tells a particular one from what the thrower knows: a message, or more than that. */
export function defineError<const Code extends string, Parameters extends readonly unknown[]>(
  { retryable, ...declared }: Omit<ErrorFacts, 'retryable'> & { readonly code: Code; readonly retryable?: true },
  describe: (...parameters: Parameters) => string | Particulars,
): ErrorClass<Code, Parameters> {
  const facts: ErrorFacts = { ...declared, retryable: retryable === true };
  // Named, so that logs and stacks tell errors apart.
  const name = facts.code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { [name]: Defined = AppError } = {
    [name]: class extends AppError {
      static readonly facts = facts;
      constructor(...parameters: Parameters) {
        const described = describe(...parameters);
        if (typeof described === 'string') super(facts, described);
        else super(facts, described.message, described);
      }
    },
  };
  return Defined as unknown as ErrorClass<Code, Parameters>;
}

import type { Scope } from '../contract/scope.ts';
import type { AppError } from '../kernel/app-error.ts';

/** Who makes a request, once that is proven. */
export interface Principal {
  /** For the audit log and rate limits, such as `key:<id>`; never a secret. */
  readonly actor: string;
  /** The person behind a session of the dashboard; absent for keys. */
  readonly person?: { readonly name: string; readonly email: string };
  /** Name of a key. */
  readonly name?: string;
  canSee(projectId: string): boolean;
  /** What it is told of a project that it does not see, which is what it would be told of none. */
  notFound(projectId: string): AppError;
  has(scope: Scope): boolean;
  /** False when the key has an allowlist that the caller's address is not on. */
  readonly addressAllowed: boolean;
}

/** Proves who is calling; implemented by `projects` (keys) and by sessions of the dashboard. */
export interface Authenticator {
  /** Undefined for every reason there is not to trust the caller: absent, malformed, unknown, expired, revoked. */
  authenticate(request: {
    readonly header: (name: string) => string | undefined;
    readonly method: string;
    readonly address: string | undefined;
  }): Promise<Principal | undefined>;
}

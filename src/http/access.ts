import { createMiddleware } from 'hono/factory';
import type { Scope } from '../contract/scope.ts';
import { AddressNotAllowed, ProjectNotFound, ScopeMissing, Unauthorized } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';

/** Who makes a request, once that is proven. */
export interface Principal {
  /** For the audit log and rate limits, such as `key:<id>`; never a secret. */
  readonly actor: string;
  canSee(projectId: string): boolean;
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

/** The first three checks of every operation below a project, in the documented order: 401, 404, 403. */
export function requireAccess(authenticator: Authenticator, scope: Scope) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const principal = await authenticator.authenticate({
      header: (name) => context.req.header(name),
      method: context.req.method,
      address: context.var.clientAddress,
    });
    if (principal === undefined) throw new Unauthorized();
    const projectId = context.req.param('projectId') ?? '';
    if (!principal.canSee(projectId)) throw new ProjectNotFound(projectId);
    if (!principal.addressAllowed) throw new AddressNotAllowed();
    if (!principal.has(scope)) throw new ScopeMissing(scope);
    context.set('principal', principal);
    await next();
  });
}

import { createMiddleware } from 'hono/factory';
import type { Scope } from '../contract/scope.ts';
import { AddressNotAllowed, ProjectNotFound, ScopeMissing, Unauthorized } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import type { Authenticator } from './authenticator.ts';

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

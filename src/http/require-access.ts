import { createMiddleware } from 'hono/factory';
import type { Scope } from '../contract/scope.ts';
import { AddressNotAllowed, InvalidRequest, ProjectNotFound, ScopeMissing, Unauthorized } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import type { Authenticator } from './authenticator.ts';

/** The first checks of every operation below a project, in the documented order: 401, 404, 403, and 400 of the query. */
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
    requireReadableQuery(context.req.url);
    context.set('principal', principal);
    await next();
  });
}

/** Else a byte that is no text would be taken for the text of its own escape, as Hono does. */
function requireReadableQuery(url: string): void {
  const begin = url.indexOf('?');
  if (begin === -1) return;
  try {
    decodeURIComponent(url.slice(begin + 1));
  } catch (error) {
    throw new InvalidRequest([{ field: 'query', message: 'is not valid UTF-8, percent-encoded' }], error);
  }
}

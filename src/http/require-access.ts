import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Scope } from '../contract/scope.ts';
import { AppError } from '../kernel/app-error.ts';
import { duration } from '../kernel/clock.ts';
import { AddressNotAllowed, ScopeMissing, Unauthorized } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import type { Authenticator, Principal } from './authenticator.ts';

/** The check of an operation that is of no one project: who calls. 401, 403. */
export function requireCaller(authenticator: Authenticator) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const principal = await authenticate(authenticator, context);
    if (!principal.addressAllowed) throw new AddressNotAllowed();
    context.set('principal', principal);
    await next();
  });
}

/** The first checks of every operation below a project, in the documented order: 401, 404, 403. */
export function requireAccess(authenticator: Authenticator, scope: Scope) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const principal = await authorise(authenticator, scope, context);
    context.set('principal', principal);
    context.set('mayStillRead', () => mayStillAccess(authenticator, scope, context));
    await next();
  });
}

/**
 * How long a long answer goes on without another look, in milliseconds. With the two seconds that a process believes a key
 * which another one revoked, nothing is read five seconds after the end of a key, session or membership.
 */
export const accessInterval = 3 * duration.second;

async function mayStillAccess(
  authenticator: Authenticator,
  scope: Scope,
  context: Context<HttpEnvironment>,
): Promise<boolean> {
  try {
    await authorise(authenticator, scope, context);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.facts.status < 500) return false;
    throw error;
  }
}

async function authorise(
  authenticator: Authenticator,
  scope: Scope,
  context: Context<HttpEnvironment>,
): Promise<Principal> {
  const principal = await authenticate(authenticator, context);
  const projectId = context.req.param('projectId') ?? '';
  if (!principal.canSee(projectId)) throw principal.notFound(projectId);
  if (!principal.addressAllowed) throw new AddressNotAllowed();
  if (!principal.has(scope)) throw new ScopeMissing(scope);
  return principal;
}

async function authenticate(authenticator: Authenticator, context: Context<HttpEnvironment>): Promise<Principal> {
  const principal = await authenticator.authenticate({
    header: (name) => context.req.header(name),
    method: context.req.method,
    address: context.var.clientAddress,
  });
  if (principal === undefined) throw new Unauthorized();
  return principal;
}

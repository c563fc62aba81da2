import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import type { Role } from '../contract/account.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { jsonBody } from '../http/json-body.ts';
import type { Sessions, SignedIn } from '../accounts/accounts.ts';
import { CrossSiteRequest, NotSignedIn, RoleMissing } from './errors.ts';
import { dashboardHeader, isSameOrigin, type SessionCookie } from './session-cookie.ts';

export interface MemberEnvironment extends HttpEnvironment {
  Variables: HttpEnvironment['Variables'] & { signedIn: SignedIn };
}

const rank: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

/** Bytes; lists of networks and excluded paths in the settings of a project are the largest thing sent. */
const largestBody = 500_000;

export interface Gate {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly publicUrl: string;
}

/** Lets members in whose role is at least `role`, and leaves who it is on the request. For reading. */
export function requireMember({ sessions, cookie }: Gate, role: Role): MiddlewareHandler<MemberEnvironment> {
  return createMiddleware<MemberEnvironment>(async (context, next) => {
    const token = cookie.read((name) => context.req.header(name));
    const signedIn = token === undefined ? undefined : await sessions.find(token);
    if (signedIn === undefined) throw new NotSignedIn();
    if (rank[signedIn.member.role] < rank[role]) throw new RoleMissing(role);
    context.set('signedIn', signedIn);
    await next();
  });
}

/**
 * A change that the dashboard itself must have sent; also where nobody is signed in yet, since signing somebody in
 * unawares is an attack too.
 */
export function fromDashboard({ publicUrl }: Gate): MiddlewareHandler<HttpEnvironment> {
  const sameOrigin = createMiddleware<HttpEnvironment>(async (context, next) => {
    const header = (name: string) => context.req.header(name);
    if (header(dashboardHeader) === undefined || !isSameOrigin(header, publicUrl)) throw new CrossSiteRequest();
    await next();
  });
  const json = jsonBody(largestBody);
  const jsonIfAny = createMiddleware<HttpEnvironment>((context, next) => {
    const isEmpty = Number(context.req.header('content-length') ?? 0) === 0 && !context.req.header('transfer-encoding');
    return isEmpty ? next() : json(context, next);
  });
  return every(sameOrigin, jsonIfAny);
}

/** A change by a member whose role is at least `role`. */
export function changeByMember(gate: Gate, role: Role): MiddlewareHandler<MemberEnvironment> {
  return every(fromDashboard(gate), requireMember(gate, role));
}

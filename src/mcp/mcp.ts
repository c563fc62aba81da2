import { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { grantScopeSchema } from '../contract/oauth.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { InvalidRequest, ScopeMissing, Unauthorized } from '../http/errors.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { jsonBody } from '../http/json-body.ts';
import { requireCaller } from '../http/require-access.ts';
import { requireOwnOrigin } from '../http/require-own-origin.ts';
import { faultsOf } from '../http/schema-faults.ts';
import type { Logger } from '../kernel/logger.ts';
import { once } from '../kernel/once.ts';
import { readGuide } from '../guide/read-guide.ts';
import type { OAuth } from '../oauth/oauth.ts';
import type { Projects } from '../projects/projects.ts';
import { createRunningCalls } from './running-calls.ts';
import { takeTurn } from './take-turn.ts';
import type { Caller, Features } from './tool.ts';

/** A prompt of 50,000 characters of at most 12 bytes each, and what stands around it. */
const bodyLimitBytes = 640 * 1024;

export interface McpOptions extends Features {
  readonly projects: Pick<Projects, 'list' | 'keys'>;
  readonly oauth: Pick<OAuth, 'grants' | 'challenge'>;
  readonly publicUrl: string;
  /** The guide lies in it. */
  readonly docsFolder: string;
  /** Aborts when the server drains. */
  readonly draining: AbortSignal;
  readonly logger: Logger;
}

/**
 * Adds `/mcp`, the Model Context Protocol over streamable HTTP: of revision 2026-07-28, and of those before. Stateless: each
 * request is authenticated and answered by itself, by any process.
 */
export function addMcpRoutes(app: HttpApp, options: McpOptions): void {
  const { agent, analytics, projects, oauth, publicUrl, docsFolder, draining, logger } = options;
  // Keys and grants only: a cookie, which a browser sends by itself, proves nothing here.
  const holders: Authenticator = {
    authenticate: async (request) =>
      (await oauth.grants.authenticate(request)) ?? (await projects.keys.authenticate(request)),
  };
  const challenge = createMiddleware<HttpEnvironment>(async (context, next) => {
    await next();
    const { error, req, res } = context;
    const isKnown = req.header('authorization') !== undefined;
    if (error instanceof Unauthorized)
      res.headers.set('www-authenticate', oauth.challenge(isKnown ? 'invalid_token' : undefined));
    if (!(error instanceof ScopeMissing)) return;
    const { principal } = context.var;
    const wanted = grantScopeSchema.options.filter((scope) => scope === error.scope || principal.has(scope));
    res.headers.set('www-authenticate', oauth.challenge('insufficient_scope', wanted));
  });
  const runningCalls = createRunningCalls();
  const guide = once(() => readGuide(docsFolder));
  app.post(
    '/mcp',
    challenge,
    requireOwnOrigin(publicUrl),
    requireCaller(holders),
    jsonBody(bodyLimitBytes),
    async (context) => {
      await takeTurn();
      const { principal, requestId, clientAddress } = context.var;
      const { raw } = context.req;
      const parsedBody = parse(await context.req.text());
      const client = `${principal.actor} ${clientAddress ?? ''}`;
      const cancelled = cancellationSchema.safeParse(parsedBody).data;
      if (cancelled !== undefined) runningCalls.cancel(client, cancelled.params.requestId);
      const project = (await projects.list()).find(({ id }) => principal.canSee(id));
      if (project === undefined) throw new Unauthorized();
      // Loaded by the first request: a server that nobody asks this way needs none of it.
      const { answerRequest, scopeOfCall } = await import('./answer-request.ts');
      const scope = scopeOfCall(parsedBody);
      if (scope !== undefined && !principal.has(scope)) throw new ScopeMissing(scope);
      const caller: Caller = {
        agent,
        analytics,
        principal,
        project,
        guide,
        gone: AbortSignal.any([raw.signal, draining]),
        begin: (requestId) => runningCalls.begin(client, requestId),
        onFault(error) {
          logger.error({ requestId, error }, 'a request by MCP failed');
        },
        async mayStill(needed) {
          const header = (name: string) => context.req.header(name);
          const current = await holders.authenticate({ header, method: 'POST', address: clientAddress });
          return current?.addressAllowed === true && current.canSee(project.id) && current.has(needed);
        },
      };
      const request = new Request(raw.url, { method: 'POST', headers: raw.headers, signal: raw.signal });
      const response = await answerRequest(request, parsedBody, caller);
      response.headers.set('x-accel-buffering', 'no');
      return response;
    },
  );
}

/** Characters of what a message names, which errors of the SDK repeat. */
const longestName = 2_000;
const name = z.string().max(longestName);
const messageSchema = z.looseObject({
  id: name.optional(),
  method: name.optional(),
  params: z.looseObject({ name: name.optional(), uri: name.optional() }).optional(),
});

const cancellationSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

function parse(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    for (const one of Array.isArray(message) ? (message as unknown[]) : [message]) {
      const fault = messageSchema.safeParse(one).error;
      if (fault?.issues.some(({ code }) => code === 'too_big') === true)
        throw new InvalidRequest(faultsOf(fault, { input: one, part: 'body' }));
    }
    return message;
  } catch (error) {
    if (error instanceof InvalidRequest) throw error;
    throw new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }], error);
  }
}

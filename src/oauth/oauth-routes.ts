import { cors } from 'hono/cors';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { grantScopeSchema } from '../contract/oauth.ts';
import { networkOfAddress } from '../http/address.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { jsonBody } from '../http/json-body.ts';
import { requireMediaType } from '../http/media-type.ts';
import { pathOf } from '../http/public-path.ts';
import { limitRate } from '../http/rate-limit.ts';
import { decodeUtf8, readBody } from '../http/read-body.ts';
import { AppError } from '../kernel/app-error.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { asciiOf, isResource, readOnce } from './authorization.ts';
import type { OAuthClients } from './clients.ts';
import { OAuthRefused } from './errors.ts';
import { accessLife, type Grants, type Tokens } from './grants.ts';

/** Bytes: 20 redirect URIs of 2,000 characters. */
const longestRegistration = 64 * 1024;
/** Bytes of a request for tokens. */
const longestForm = 16 * 1024;
/** Characters of an authorization request; its base64url is carried through the sign-in. */
const longestRequest = 6_000;

interface OAuthRoutes {
  readonly clients: OAuthClients;
  readonly grants: Grants;
  readonly publicUrl: string;
  readonly resource: string;
  readonly clientDocuments: boolean;
  readonly clock: Clock;
}

/** What programs speak to: metadata (RFC 8414, 9728), tokens, registration and revocation; and the way to the consent page. */
export function addOAuthRoutes(app: HttpApp, options: OAuthRoutes): void {
  const { clients, grants, publicUrl, resource, clock } = options;
  const basePath = pathOf(publicUrl);
  const scopes = grantScopeSchema.options;
  const resourceMetadata = {
    resource,
    resource_name: 'Docwright',
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/guide/mcp`,
  };
  const serverMetadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: options.clientDocuments,
    service_documentation: `${publicUrl}/guide/mcp`,
  };
  // Pages of any site may be clients: nothing here goes by cookies.
  const anyOrigin = cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: duration.hour / duration.second });
  const documents = {
    'oauth-protected-resource': [resourceMetadata, new Set(['', '/mcp', `${basePath}/mcp`])],
    'oauth-authorization-server': [serverMetadata, new Set(['', basePath])],
  } as const;
  for (const [name, [metadata, suffixes]] of Object.entries(documents))
    for (const suffix of suffixes) {
      const path = `/.well-known/${name}${suffix}`;
      app.use(path, anyOrigin);
      app.get(path, (context) => context.json(metadata, 200, { 'cache-control': 'public, max-age=300' }));
    }

  app.get('/oauth/authorize', (context) => {
    const { search } = new URL(context.req.url);
    if (search.length > longestRequest)
      throw new OAuthRefused('invalid_request', `The request is longer than ${longestRequest} characters.`);
    return context.redirect(`/connect?request=${Buffer.from(search.slice(1)).toString('base64url')}`);
  });

  const limit = (name: string, windowSeconds: number, quota: number) =>
    limitRate({
      name,
      windowSeconds,
      quota: () => quota,
      keyOf: (context) => networkOfAddress(context.var.clientAddress ?? 'unknown'),
      clock,
    });
  const requests = limit('token requests from this address', 60, 120);
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) app.use(path, anyOrigin, asOAuthErrors);

  app.post(
    '/oauth/register',
    limit('registrations from this address', 3600, 60),
    jsonBody(longestRegistration),
    async (context) => {
      const client = await clients.register(await context.req.json().catch(() => undefined));
      const registered = {
        client_id: client.id,
        client_id_issued_at: Math.floor(clock.now() / duration.second),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: serverMetadata.grant_types_supported,
        response_types: serverMetadata.response_types_supported,
        token_endpoint_auth_method: 'none',
      };
      return context.json(registered, 201, { 'cache-control': 'no-store' });
    },
  );

  app.post('/oauth/token', requests, async (context) => {
    const form = await readForm(context);
    const clientId = required(form, 'client_id');
    if (!(await clients.isKnown(clientId)))
      throw new OAuthRefused('invalid_client', 'This client is not registered here any more. Register again.');
    if (!form.all('resource').every((value) => isResource(value, resource)))
      throw new OAuthRefused('invalid_target', `The only \`resource\` of this server is ${resource}.`);
    const tokens = async (): Promise<Tokens> => {
      switch (form('grant_type')) {
        case 'authorization_code': {
          const [code, verifier] = [required(form, 'code'), required(form, 'code_verifier')];
          if (!/^[\w.~-]{43,128}$/.test(verifier))
            throw new OAuthRefused('invalid_request', '`code_verifier` must have 43 to 128 unreserved characters.');
          return grants.redeem({ code, clientId, redirectUri: form('redirect_uri'), verifier });
        }
        case 'refresh_token':
          return grants.refresh({
            token: required(form, 'refresh_token'),
            clientId,
            scopes: form('scope')?.split(' ') ?? [],
          });
        default:
          throw new OAuthRefused(
            'unsupported_grant_type',
            '`grant_type` must be `authorization_code` or `refresh_token`.',
          );
      }
    };
    const { access, refresh, scopes: granted } = await tokens();
    const answer = {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessLife / duration.second,
      refresh_token: refresh,
      scope: granted.join(' '),
    };
    return context.json(answer, 200, { 'cache-control': 'no-store' });
  });

  app.post('/oauth/revoke', requests, async (context) => {
    const form = await readForm(context);
    await grants.revoke({ token: required(form, 'token'), clientId: required(form, 'client_id') });
    return context.body(null, 200, { 'cache-control': 'no-store' });
  });
}

type Form = ReturnType<typeof readOnce>;

async function readForm(context: Context<HttpEnvironment>): Promise<Form> {
  requireMediaType(context.req.header('content-type'), ['application/x-www-form-urlencoded']);
  return readOnce(new URLSearchParams(decodeUtf8(await readBody(context, longestForm))));
}

function required(form: Form, name: string): string {
  const value = form(name);
  if (value === undefined) throw new OAuthRefused('invalid_request', `\`${name}\` is missing.`);
  return value;
}

/** Errors as RFC 6749 has them (5.2), in place of problems. */
const asOAuthErrors = createMiddleware<HttpEnvironment>(async (context, next) => {
  await next();
  const { error } = context;
  if (!(error instanceof AppError)) return;
  const { status, headers } = context.res;
  const byStatus = status === 429 ? 'too_many_requests' : status < 500 ? 'invalid_request' : 'temporarily_unavailable';
  const body = {
    error: error instanceof OAuthRefused ? error.fault : byStatus,
    error_description: asciiOf(status < 500 ? error.message : error.facts.title),
  };
  headers.set('content-type', 'application/json');
  context.res = new Response(JSON.stringify(body), { status, headers });
});

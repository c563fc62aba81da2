import type { Role } from '../contract/account.ts';
import { grantScopeSchema, type Consent, type GrantScope } from '../contract/oauth.ts';
import { scopesOf } from '../contract/scope.ts';
import type { OAuthClients, OAuthClient } from './clients.ts';
import { OAuthRefused, type OAuthFault } from './errors.ts';
import type { Grants } from './grants.ts';
import { isLoopback, matchesRedirectUri } from './redirect-uri.ts';

export interface Decider {
  readonly id: string;
  readonly role: Role;
}

/** What a client asks of a member, and what the member decides. */
export interface Authorization {
  /** Throws `OAuthRefused` where nobody can be told but the member: of an unknown client or address. */
  describe(request: string, member: Decider): Promise<Consent>;
  /** Returns where the browser goes on, with the answer to the client. Throws `OAuthRefused` and `ProjectNotFound`. */
  decide(
    request: string,
    member: Decider,
    grant: { projectId: string; scopes: readonly GrantScope[] } | null,
  ): Promise<string>;
}

export function createAuthorization({
  clients,
  grants,
  issuer,
  resource,
}: {
  clients: OAuthClients;
  grants: Grants;
  issuer: string;
  resource: string;
}): Authorization {
  async function read(request: string, member: Decider) {
    const query = readOnce(new URLSearchParams(Buffer.from(request, 'base64url').toString()));
    const clientId = query('client_id');
    if (clientId === undefined) throw new OAuthRefused('invalid_request', '`client_id` is missing.');
    const client = await clients.find(clientId);
    const redirectUri = redirectUriOf(client, query('redirect_uri'));
    const state = query('state');
    // Appended, since the client wants its own query back as it wrote it (RFC 6749, 3.1.2).
    const url = (answer: Record<string, string>) =>
      `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${String(
        new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer }),
      )}`;
    const asked = query('scope')?.split(' ');
    const known = grantScopeSchema.options.filter((scope) => asked?.includes(scope) ?? true);
    const scopes = known.filter((scope) => scopesOf[member.role].includes(scope));
    const challenge = query('code_challenge') ?? '';
    const refuse = (fault: OAuthFault, message: string) => ({
      message,
      url: url({ error: fault, error_description: asciiOf(message) }),
    });
    const refusal = (): Consent['refusal'] => {
      if (query('response_type') !== 'code')
        return refuse('unsupported_response_type', '`response_type` must be `code`.');
      if (query('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
        return refuse('invalid_request', 'The client must send a `code_challenge` of method S256 (PKCE).');
      if (!query.all('resource').every((value) => isResource(value, resource)))
        return refuse('invalid_target', `The only \`resource\` of this server is ${resource}.`);
      if (known.length === 0)
        return refuse('invalid_scope', `The scopes of this server are ${grantScopeSchema.options.join(', ')}.`);
      if (scopes.length === 0)
        return refuse('access_denied', `Your role, ${member.role}, does not allow what the client asks for.`);
      return null;
    };
    return { client, redirectUri, url, scopes, challenge, refusal: refusal() };
  }
  return {
    async describe(request, member) {
      const { client, redirectUri, scopes, refusal } = await read(request, member);
      const to = new URL(redirectUri);
      return {
        client: { name: client.name, document: client.document },
        returnsTo: to.protocol === 'https:' ? to.host : isLoopback(to) ? to.hostname : to.protocol.slice(0, -1),
        isLocal: to.protocol !== 'https:',
        scopes,
        refusal,
      };
    },
    async decide(request, member, grant) {
      const { client, redirectUri, url, scopes, challenge, refusal } = await read(request, member);
      if (refusal !== null) return refusal.url;
      if (grant === null) return url({ error: 'access_denied', error_description: 'The member denied the request.' });
      if (!grant.scopes.every((scope) => scopes.includes(scope)))
        throw new OAuthRefused(
          'invalid_scope',
          'Choose among the scopes that the client asks for and your role allows.',
        );
      return url({ code: await grants.create({ ...grant, client, memberId: member.id, redirectUri, challenge }) });
    },
  };
}

/** Far more than any client sends. */
const mostParameters = 50;

/** Parameters of which each may come once; empty ones count as left out. Throws `OAuthRefused`. */
export function readOnce(parameters: URLSearchParams) {
  if (parameters.size > mostParameters)
    throw new OAuthRefused('invalid_request', `The request has more than ${mostParameters} parameters.`);
  for (const name of new Set(parameters.keys()))
    if (name !== 'resource' && parameters.getAll(name).length > 1)
      throw new OAuthRefused('invalid_request', `The parameter ${JSON.stringify(name.slice(0, 50))} comes twice.`);
  const all = (name: string) => parameters.getAll(name).filter((value) => value !== '');
  return Object.assign((name: string): string | undefined => all(name)[0], { all });
}

export function isResource(value: string, resource: string): boolean {
  return URL.parse(value)?.href.replace(/\/$/, '') === new URL(resource).href;
}

/** What RFC 6749 allows in `error_description`. */
export function asciiOf(message: string): string {
  return message.replaceAll(/["`]/g, "'").replaceAll(/[^ -~]|\\/g, '?');
}

function redirectUriOf({ redirectUris }: OAuthClient, given: string | undefined): string {
  if (given === undefined) throw new OAuthRefused('invalid_request', '`redirect_uri` is missing.');
  if (redirectUris.some((registered) => matchesRedirectUri(given, registered))) return given;
  throw new OAuthRefused('invalid_request', 'The `redirect_uri` is not one that this client registered.');
}

import { generateKeyPairSync, sign } from 'node:crypto';
import type { Server } from 'node:http';
import { loadEngine } from './engines/load-engine.ts';
import { freePort } from './free-port.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A whole OpenID Connect provider that we did not write (npm `oidc-provider`), with its own login and consent pages. */
export interface RunningIdentityProvider {
  readonly issuer: string;
  /** By the name that is typed into its login page, what it knows about a person. */
  readonly people: Map<string, Claims>;
  /** Changes the answer of its token endpoint from now on: a provider that lies, or one in the hands of an attacker. */
  tamper: ((answer: { id_token: string }) => object) | undefined;
  /** The claims of a token, with changes, signed by the provider's own key. */
  readonly resign: (token: string, changes: Claims) => string;
  readonly close: () => Promise<void>;
}

interface Context {
  readonly path: string;
  body: unknown;
}
interface Provider {
  use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  listen(port: number, host: string): Server;
}
interface Engine {
  readonly default: new (issuer: string, options: object) => Provider;
}

export const client = { id: 'docwright', secret: 'a-secret-of-the-provider' };

export async function startIdentityProvider(redirectUri: string): Promise<RunningIdentityProvider> {
  const { default: Provider } = await loadEngine<Engine>('oidc-provider');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, Claims>();
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'only', use: 'sig', alg: 'RS256' };
  const port = await freePort();
  // Another site than 127.0.0.1, so that browsers treat it as one.
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  const running: RunningIdentityProvider = {
    issuer,
    people,
    tamper: undefined,
    resign(token, changes) {
      const [header, payload] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Claims;
      const changed = Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url');
      const signature = sign('sha256', Buffer.from(`${header ?? ''}.${changed}`), privateKey);
      return `${header ?? ''}.${changed}.${signature.toString('base64url')}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  provider.use(async (context, next) => {
    await next();
    const answer = context.body;
    const isToken = context.path === '/token' && typeof answer === 'object' && answer !== null && 'id_token' in answer;
    if (isToken) context.body = running.tamper?.(answer as { id_token: string }) ?? answer;
  });
  const server = provider.listen(port, '127.0.0.1');
  return running;
}

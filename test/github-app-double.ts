import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A GitHub App as `emulate` takes it; it checks the signature of each request of the App. */
export interface GithubAppDouble {
  readonly id: number;
  readonly slug: string;
  readonly webhookSecret: string;
  /** PEM, as GitHub gives it. */
  readonly privateKey: string;
  /** Makes a code, which the conversion of a manifest takes once. */
  newCode(): string;
  /** As the account's settings change it, or whoever owns the App. */
  readonly state: {
    isInstalled: boolean;
    isSuspended: boolean;
    isKeyDeleted: boolean;
    /** A permission that the account has not granted. */
    withheld: string | undefined;
    /** Undefined: it has no webhook. */
    webhookUrl: string | undefined;
  };
  /** The body of each request for a token. */
  readonly minted: { readonly repositories?: string[]; readonly permissions?: Record<string, string> }[];
  /** All tokens so far end now. */
  endTokens(): void;
  /** Milliseconds by which the clock of GitHub is ahead. */
  skew: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}
type Answer = readonly [status: number, body: unknown];

const readable = { metadata: 'read', issues: 'read', checks: 'read', statuses: 'read', actions: 'read' };
const permissions = { contents: 'write', pull_requests: 'write', ...readable };

/** Installed on `octocat/docs` alone. Its tokens are those of `emulate`, which knows what each may do. */
export function createGithubAppDouble(apiUrl: () => string) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const codes = new Set<string>();
  const ended = new Set<string>();
  const tokens = new Set<string>();
  const app: GithubAppDouble = {
    id: 4711,
    slug: 'docwright-test',
    webhookSecret: randomBytes(20).toString('hex'),
    privateKey,
    newCode() {
      const code = randomBytes(20).toString('hex');
      codes.add(code);
      return code;
    },
    state: { isInstalled: true, isSuspended: false, isKeyDeleted: false, withheld: undefined, webhookUrl: undefined },
    minted: [],
    endTokens() {
      for (const token of tokens) ended.add(token);
    },
    skew: 0,
  };
  const created = () => ({
    id: app.id,
    slug: app.slug,
    client_id: 'Iv23li0000000000',
    owner: { login: 'octocat' },
    name: 'Docwright test',
    html_url: `${apiUrl()}/apps/${app.slug}`,
    client_secret: createHash('sha256').update(privateKey).digest('hex'),
    webhook_secret: app.webhookSecret,
    pem: privateKey,
  });
  const installation = (stored: object) => {
    const granted = Object.entries(permissions).filter(([name]) => name !== app.state.withheld);
    const suspended = app.state.isSuspended ? new Date().toISOString() : null;
    return { ...stored, permissions: Object.fromEntries(granted), suspended_at: suspended };
  };

  let setupUrl = '';
  /** Where GitHub leads a browser whose person agrees to everything: to create the App, then to install it. */
  const lead = ({ method, path, body }: Asked): string | undefined => {
    const url = new URL(path, apiUrl());
    if (method === 'GET' && path === `/apps/${app.slug}/installations/new`) return setupUrl;
    if (method !== 'POST' || !url.pathname.endsWith('/settings/apps/new')) return undefined;
    const manifest = JSON.parse(new URLSearchParams(body).get('manifest') ?? '') as Record<string, string>;
    setupUrl = manifest['setup_url'] ?? '';
    const state = url.searchParams.get('state') ?? '';
    return `${manifest['redirect_url']}?code=${app.newCode()}&state=${encodeURIComponent(state)}`;
  };

  /** What GitHub answers to the App itself; `forward` asks `emulate`. Undefined for other requests. */
  const answer = async (
    { method, path, authorization, body }: Asked,
    forward: () => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const code = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path)?.[1];
    if (method === 'POST' && code !== undefined)
      return codes.delete(code) ? [201, created()] : [404, { message: 'Not Found' }];
    const signed = /^Bearer (eyJ\S+)$/.exec(authorization)?.[1];
    if (signed === undefined) return undefined;
    const refusal = refusedTime(signed, Date.now() + app.skew);
    if (refusal !== undefined) return [401, { message: refusal }];
    if (app.state.isKeyDeleted) return [401, { message: 'A JSON web token could not be decoded' }];
    if (path === '/app/hook/config')
      return app.state.webhookUrl === undefined
        ? [404, { message: 'Not Found' }]
        : [200, { url: app.state.webhookUrl }];
    const [status, stored] = await forward();
    if (status >= 400) return [status, stored];
    const isOfRepository = path.endsWith('/installation');
    if (!app.state.isInstalled) return isOfRepository ? [404, { message: 'Not Found' }] : [200, []];
    if (isOfRepository) return [status, installation(stored as object)];
    if (Array.isArray(stored)) return [status, stored.map((each: object) => installation(each))];
    if (app.state.isSuspended) return [403, { message: 'This installation has been suspended' }];
    app.minted.push(JSON.parse(body) as (typeof app.minted)[number]);
    tokens.add((stored as { token: string }).token);
    return [status, stored];
  };
  return {
    app,
    lead,
    answer,
    isUsable: (token: string) => tokens.has(token) && !ended.has(token),
    seed: {
      app_id: app.id,
      slug: app.slug,
      name: 'Docwright test',
      private_key: privateKey,
      permissions,
      events: ['pull_request', 'issue_comment'],
      installations: [
        { installation_id: 100, account: 'octocat', repository_selection: 'selected' as const, repositories: ['docs'] },
      ],
    },
  };
}

/** GitHub's words for times that it does not accept. */
function refusedTime(token: string, now: number): string | undefined {
  const [, claims = ''] = token.split('.');
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { iat: number; exp: number };
  const seconds = now / 1_000;
  if (iat > seconds)
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
  if (exp > seconds + 600) return "'Expiration time' claim ('exp') is too far in the future";
  if (exp <= seconds)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  return undefined;
}

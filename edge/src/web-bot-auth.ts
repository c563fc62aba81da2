import { helpers, jwkToKeyID, verify } from 'web-bot-auth';
import { verifierFromJWK } from 'web-bot-auth/crypto';
import type { PageRequest } from './page-request.ts';

export interface SignatureVerifierOptions {
  /**
   * Hosts of the agents whose word is taken (`chatgpt.com` and `agent.bot.goog`). No other host is ever asked for keys,
   * because the name stands in the request and anybody can write it.
   */
  agents?: readonly string[];
  /** Milliseconds for which an agent's keys are kept (one hour). */
  keyLifetime?: number;
  fetch?: typeof fetch;
}

/** A JSON Web Key; `kid` is what the operator calls it. */
type Key = Readonly<Record<string, unknown>> & { kid?: string };

const directory = '/.well-known/http-message-signatures-directory';
/** Milliseconds after which an unknown key id is worth asking for the keys again. */
const refreshDelay = 60_000;
/** Longest validity that a signature may claim: the draft recommends no more than a day. */
const longestValidity = 24 * 3600_000;

/**
 * Verifies Web Bot Auth signatures (RFC 9421, draft-meunier-webbotauth-httpsig-protocol) for `createRecorder({
 * verifySignature })`. A signature can only be checked while it is young, hence here and not later from a log. Resolves
 * to the host of the agent that signed, or to undefined when nothing is proven. Needs the npm package `web-bot-auth`.
 */
export function createSignatureVerifier(
  options: SignatureVerifierOptions = {},
): (page: PageRequest) => Promise<string | undefined> {
  const agents = new Set(options.agents ?? ['chatgpt.com', 'agent.bot.goog']);
  const request = options.fetch ?? ((input, init) => fetch(input, init));
  const lifetime = options.keyLifetime ?? 3600_000;
  const directories = new Map<string, { keys: readonly Key[]; readAt: number }>();

  async function keyOf(host: string, id: string): Promise<Key | undefined> {
    const known = directories.get(host);
    const age = Date.now() - (known?.readAt ?? 0);
    const found = known && age < lifetime ? await findKey(known.keys, id) : undefined;
    if (found || age < refreshDelay) return found;
    const keys = await readKeys(host);
    directories.set(host, { keys, readAt: Date.now() });
    return findKey(keys, id);
  }

  async function readKeys(host: string): Promise<readonly Key[]> {
    try {
      // A redirect would lead away from the allowed host, so it is an answer without keys.
      const response = await request(`https://${host}${directory}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(3000),
      });
      const { keys } = (await response.json()) as { keys?: unknown };
      return response.ok && Array.isArray(keys) ? (keys as readonly Key[]) : [];
    } catch {
      return [];
    }
  }

  return async (page) => {
    const agent = signatureAgent(page);
    if (!agent || !agents.has(agent.host)) return undefined;
    try {
      await verify(messageOf(page, agent.covered), async (base, signature, { keyid, created, expires }) => {
        if (!coversRequest(base)) throw new Error('the signature covers neither the authority nor the agent');
        if (expires.getTime() - created.getTime() > longestValidity) throw new Error('valid for too long');
        const key = await keyOf(agent.host, keyid);
        if (!key) throw new Error('the agent has no such key');
        await (
          await verifierFromJWK(key)
        )(base, signature, { keyid, created, expires, tag: 'web-bot-auth' });
      });
      return agent.host;
    } catch {
      return undefined; // Every failure means the same: nothing is proven.
    }
  };
}

/** Google's key ids are short names of its own, all others are RFC 7638 thumbprints. */
async function findKey(keys: readonly Key[], id: string): Promise<Key | undefined> {
  const named = keys.find((key) => key.kid === id);
  if (named) return named;
  for (const key of keys) {
    const thumbprint = await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE).catch(() => undefined);
    if (thumbprint === id) return key;
  }
  return undefined;
}

/**
 * Two forms are in use: a string, `"https://chatgpt.com"`, and a dictionary, `g="https://agent.bot.goog"`, of which the
 * signature covers all, or one member as `"signature-agent";key="g"`. `covered` is the part that it covers.
 */
function signatureAgent(page: PageRequest): { host: string; covered: string } | undefined {
  const header = page.header('signature-agent')?.trim() ?? '';
  const name = /"signature-agent";key="([a-z*][a-z0-9_.*-]*)"/.exec(page.header('signature-input') ?? '')?.[1];
  const members = [...header.matchAll(/(?:^|,)\s*(?:([a-z*][a-z0-9_.*-]*)=)?("[^"]*")/g)];
  const member = name ? members.find(([, key]) => key === name) : members.length === 1 ? members[0] : undefined;
  const url = member?.[2]?.slice(1, -1) ?? '';
  if (!member?.[2] || !url.startsWith('https://') || !URL.canParse(url)) return undefined;
  return { host: new URL(url).host, covered: name ? member[2] : header };
}

function messageOf(page: PageRequest, coveredAgent: string): Parameters<typeof verify>[0] {
  const get = (name: string) => (name === 'signature-agent' ? coveredAgent : page.header(name.toLowerCase())) ?? null;
  return { method: page.method, url: page.url, headers: { get, set: () => undefined } };
}

/** The signature base has a line for every covered component (RFC 9421, 2.5). */
function coversRequest(base: string): boolean {
  return /^"@(authority|target-uri)": /m.test(base) && /^"signature-agent"(;key="[^"]*")?: /m.test(base);
}

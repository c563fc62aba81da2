import type { AskLink } from '../../check/src/cli.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { isNotPublic } from '../outgoing/public-lookup.ts';
import { sendPatiently, sendToPublic } from '../outgoing/send.ts';

const headers = { 'user-agent': 'Docwright link check (+https://github.com/docwright/docwright)', accept: '*/*' };

/**
 * Asks about links that leave the site by the way of everything else that leaves, proxies and authorities included; reads no
 * body and follows no redirect. Unless `allowPrivate`, only on the public internet.
 */
export function createLinkAsk({ allowPrivate }: { readonly allowPrivate: boolean }): AskLink {
  return async (url, method, signal) => {
    const init = { method, headers, signal };
    try {
      const response = await (allowPrivate
        ? sendPatiently(url, { ...init, redirect: 'manual' })
        : sendToPublic(url, init));
      void response.body?.cancel().catch(() => undefined);
      const [retryAfter, location] = ['retry-after', 'location'].map((name) => response.headers.get(name) ?? undefined);
      return { kind: 'status', status: response.status, retryAfter, location };
    } catch (error) {
      if (isNotPublic(error)) return { kind: 'private' };
      const fault = readConnectionFault(error, url);
      if (fault?.kind === 'dns' && !fault.passes) return { kind: 'unknown-host' };
      return { kind: 'failed', reason: fault?.reason ?? (error instanceof Error ? error.message : String(error)) };
    }
  };
}

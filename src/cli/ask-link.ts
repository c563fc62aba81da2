import { createHttpAsk } from '../../check/src/external/ask-over-http.ts';
import type { AskLink } from '../../check/src/external/link-answer.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { isNotPublic } from '../outgoing/public-lookup.ts';
import { send, sendToPublic } from '../outgoing/send.ts';

/** Asks about links that leave the site; unless `allowPrivate`, only on the public internet. */
export function createLinkAsk({ allowPrivate }: { readonly allowPrivate: boolean }): AskLink {
  return createHttpAsk({
    send: allowPrivate ? (url, init) => send(url, { ...init, redirect: 'manual' }) : sendToPublic,
    explain: (error, url) => {
      if (isNotPublic(error)) return { kind: 'private' };
      const fault = readConnectionFault(error, url);
      if (fault?.kind === 'dns' && !fault.passes) return { kind: 'unknown-host' };
      return { kind: 'failed', reason: fault?.reason ?? (error instanceof Error ? error.message : String(error)) };
    },
  });
}

import { duration } from '../kernel/clock.ts';
import { sendEachWithin, sendToPublic } from '../outgoing/send.ts';
import { faultOfAddress, longestAddress } from './allowed-hosts.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { requestPage, type AskPage, type Reply } from './request-page.ts';
import type { PageRefused, WebPage } from './web-page.ts';

/** Pages of the web as a reader of text sees them. Nothing of ours is sent but the address and our name. */
export interface WebPages {
  /**
   * Reads a page of one of the `hosts`, wherever it redirects to among them. Rejects only with the reason of the signal:
   * whatever stands in the way is an answer.
   */
  read(address: string, options: { hosts: readonly string[]; signal: AbortSignal }): Promise<WebPage | PageRefused>;
}

const redirectsFollowed = 5;
/** From the first request to the last byte, whatever is redirected. */
const longest = 20 * duration.second;

/** What is read of a body is bounded where it is read. */
const sendPrivately = sendEachWithin({ time: longest, bytes: Infinity, answers: 1 });

/** `allowPrivate` is for tests: it lets pages be read from this machine. `patience` is in milliseconds. */
export function createWebPages({ allowPrivate = false, patience = longest } = {}): WebPages {
  const ask: AskPage = allowPrivate ? (url, init) => sendPrivately(url, { ...init, redirect: 'manual' }) : sendToPublic;
  return {
    async read(address, { hosts, signal }) {
      const requestedUrl = withoutRootDot(address);
      const fault = faultOfAddress(requestedUrl, hosts);
      if (fault !== undefined) return { kind: 'refused', why: fault };
      const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const { url, reply } = await follow(new URL(requestedUrl), { hosts, ask, signal: within });
      signal.throwIfAborted();
      if (reply.kind === 'refused') return reply;
      if (reply.kind === 'moved') return { kind: 'refused', why: `It redirects more than ${redirectsFollowed} times.` };
      const { text, isHtml, isCut, bytes } = reply;
      const page = isHtml ? await htmlToMarkdown({ html: text, url: url.href }) : { title: '', text, isCut: false };
      if (page === undefined)
        return { kind: 'refused', why: 'The page is too large or too deeply nested to be read.', bytes };
      return { kind: 'page', url: url.href, ...page, isCut: isCut || page.isCut, bytes };
    },
  };
}

/** The end of the redirects, each of them judged as the address itself was. */
async function follow(
  first: URL,
  options: { hosts: readonly string[]; ask: AskPage; signal: AbortSignal },
): Promise<{ url: URL; reply: Reply }> {
  let url = first;
  url.hash = '';
  for (let redirects = 0; ; redirects += 1) {
    const reply = await requestPage(url, options);
    if (reply.kind !== 'moved' || redirects === redirectsFollowed) return { url, reply };
    const next = URL.parse(withoutRootDot(reply.to, url.href), url.href);
    if (next !== null) {
      next.username = '';
      next.password = '';
      next.hash = '';
    }
    if (next === null || faultOfAddress(next.href, options.hosts) !== undefined)
      return { url, reply: { kind: 'refused', why: `It redirects to ${placeOf(next)}, which is not allowed.` } };
    url = next;
  }
}

/** The address with its host as people write it: a dot after a name only says that the name is whole. */
function withoutRootDot(address: string, base?: string): string {
  const url = URL.parse(address, base);
  if (url?.hostname.endsWith('.') !== true) return address;
  url.hostname = url.hostname.slice(0, -1);
  return url.href;
}

/** The longest name that DNS has. */
const longestHost = 253;

/** Never more than a host: what else a server writes there would pass for a word of ours. */
function placeOf(url: URL | null): string {
  if (url === null || !/^https?:$/u.test(url.protocol) || url.hostname.length > longestHost)
    return 'an address that is not a web page';
  return url.href.length > longestAddress ? `a URL at ${url.host} that is too long` : `${url.protocol}//${url.host}`;
}

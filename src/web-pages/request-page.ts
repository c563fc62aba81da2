import { markedAsUtf16 } from '../kernel/utf16-mark.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { isNotPublic } from '../outgoing/public-lookup.ts';
import type { PageRefused } from './web-page.ts';

/** Sends one request and follows no redirect. */
export type AskPage = (url: URL, init: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>;

export type Reply =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isHtml: boolean;
      readonly isCut: boolean;
      readonly bytes: number;
    }
  | { readonly kind: 'moved'; readonly to: string }
  | PageRefused;

/** Of the page as it is after decompression; what follows is not read. */
const mostBytes = 2 * 1024 * 1024;

const headers = {
  'user-agent': 'Docwright (+https://github.com/docwright/docwright)',
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.7, */*;q=0.1',
};

const text = /^text\/|^application\/(?:(?:[\w.-]+\+)?json|xhtml\+xml|(?:x-)?yaml)$/u;
/** A type as servers name one: whatever else stands there is never repeated, since it would pass for a word of ours. */
const named = /^[a-z]+\/[a-z\d.+-]{1,80}$/u;
const html = /^text\/html$|^application\/xhtml\+xml$/u;

/** Makes one request and follows no redirect. Never rejects. */
export async function requestPage(url: URL, { ask, signal }: { ask: AskPage; signal: AbortSignal }): Promise<Reply> {
  try {
    const response = await ask(url, { signal, headers });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      return { kind: 'moved', to: location };
    }
    const type = response.headers.get('content-type') ?? '';
    const mediaType = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
    const why = !response.ok
      ? `${url.host} answered ${response.status}.`
      : text.test(mediaType)
        ? undefined
        : `It is ${named.test(mediaType) ? mediaType : 'of an unknown type'}; only HTML, Markdown, other text and JSON can be read.`;
    if (why !== undefined) {
      await response.body?.cancel();
      return { kind: 'refused', why };
    }
    const { bytes, isCut } = await readBounded(response.body as AsyncIterable<Uint8Array> | null);
    // A mark at the beginning goes before what anybody says of the text.
    const decoded = decode(
      bytes,
      markedAsUtf16(bytes) ?? /charset="?([\w.:-]+)/iu.exec(type)?.[1] ?? charsetWithin(bytes),
    );
    return { kind: 'text', text: decoded, isHtml: html.test(mediaType), isCut, bytes: bytes.length };
  } catch (error) {
    return refusalOf(error, { url, signal });
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > mostBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isCut: size > mostBytes };
}

/** HTML may say itself what it is written in, within its first kilobyte. */
function charsetWithin(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}charset=["']?([\w.:-]+)/iu.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1];
}

function decode(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function refusalOf(error: unknown, { url, signal }: { url: URL; signal: AbortSignal }): PageRefused {
  if (signal.aborted) return { kind: 'refused', why: `${url.host} took too long to respond.` };
  if (isNotPublic(error))
    return { kind: 'refused', why: `${url.host} is not on the public internet, so it cannot be read.` };
  return { kind: 'refused', why: readConnectionFault(error, url)?.message ?? `${url.host} could not be read.` };
}

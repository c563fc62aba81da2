import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { revealHidden } from '../diff/reveal-hidden.ts';

/** Characters past which text is shown as it was written. */
const longestText = 200_000;

const ownMarker = /^<!-- docwright:[^\n]*-->$/gm;
const alert = /^> \[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$/gm;
const picture = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;

/**
 * Safe HTML from the Markdown of strangers. micromark shows raw HTML as text and drops link targets that could run code;
 * comments are text too, like everything that a reader would not see, but for the one line by which we know our own.
 * Pictures stand elsewhere and are named, not fetched. Runs in the worker: there is text that takes minutes.
 */
export function renderMarkdown(text: string): string {
  if (text.length > longestText) throw new RangeError(`Markdown of ${text.length} characters is not rendered.`);
  const shown = revealHidden(text.replace(/\r\n?/g, '\n').replace(ownMarker, '')).replace(
    alert,
    (_, kind: string) => `> **${kind.charAt(0)}${kind.slice(1).toLowerCase()}**\n>`,
  );
  return micromark(shown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replace(
    picture,
    (_, source: string, alternative: string) => `<span class="picture">${alternative || source}</span>`,
  );
}

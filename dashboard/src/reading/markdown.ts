import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { revealHidden } from '../diff/reveal-hidden.ts';

/** Characters past which text is shown as it was written. */
const longestText = 200_000;

const ownMarker = /^<!-- docwright:[^\n]*-->$/gm;
const alert = /^> \[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]$/gm;
const picture = /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;
const heading = /<(\/?)h[1-6](?=[ >])/g;
const task = /<input type="checkbox" disabled=""( checked="")? \/>/g;
/** Two texts of one page may both have notes, and an element can be described by one of them only. */
const noteLabel = / (?:id|aria-describedby)="footnote-label"/g;

/**
 * Safe HTML from the Markdown of strangers. micromark shows raw HTML as text and drops link targets that could run code;
 * comments are text too, like everything that a reader would not see, but for the one line by which we know our own.
 * Pictures stand elsewhere and are named, not fetched. Runs in the worker: there is text that takes minutes.
 */
export function renderMarkdown(text: string): string {
  if (text.length > longestText) throw new RangeError(`Markdown of ${text.length} characters is too long to render.`);
  const shown = revealHidden(text.replace(/\r\n?/g, '\n').replace(ownMarker, '')).replace(
    alert,
    (_, kind: string) => `> **${kind.charAt(0)}${kind.slice(1).toLowerCase()}**\n>`,
  );
  return settleHeadings(micromark(shown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }))
    .replace(
      picture,
      (_, source: string, alternative: string) => `<span class="picture">${alternative || source}</span>`,
    )
    .replace(task, (_, done?: string) =>
      done === undefined
        ? '<span class="task" role="img" aria-label="to do:">☐</span>'
        : '<span class="task" role="img" aria-label="done:">☑</span>',
    )
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(noteLabel, '');
}

/** Below the second level of the page, and with no level left out: so a screen reader goes from heading to heading. */
function settleHeadings(html: string): string {
  /** Levels as they were written, of the headings that the latest one stands under, and its own. */
  const above: number[] = [];
  return html.replace(heading, (tag, end: string) => {
    const written = Number(tag.at(-1));
    if (end === '') {
      while ((above.at(-1) ?? 0) >= written) above.pop();
      above.push(written);
    }
    return `<${end}h${Math.min(6, above.length + 2)}`;
  });
}

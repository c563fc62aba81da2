import { raw } from 'hono/html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { revealHidden } from './reveal-hidden.ts';

const ownMarker = /^<!-- docwright:[^\n]*-->$/gm;

/**
 * Safe HTML from the Markdown of a pull request. micromark escapes raw HTML and drops dangerous link targets; comments
 * are shown as text, like everything that a reader would not see, except for the one line by which we know our own.
 */
export function renderMarkdown(markdown: string): ReturnType<typeof raw> {
  const text = revealHidden(markdown.replace(/\r\n?/g, '\n').replace(ownMarker, ''));
  return raw(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }));
}

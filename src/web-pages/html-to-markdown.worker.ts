import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { contentOf, titleOf } from './page-content.ts';
import type { HtmlPage, MarkdownPage } from './html-to-markdown.ts';

/** Addresses that are made whole and marks of nested quotes can make the text many times as long as the page. */
const mostCharacters = 2 * 1024 * 1024;

process.once('message', ({ html, url }: HtmlPage) => {
  const page = fromHtml(html);
  const title = titleOf(page);
  const text = toMarkdown(toMdast(contentOf(page, url)), {
    bullet: '-',
    fences: true,
    // Aligned columns would multiply the text by the longest cell.
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  });
  const answer: MarkdownPage = { title, text: text.slice(0, mostCharacters), isCut: text.length > mostCharacters };
  process.send?.(answer);
});

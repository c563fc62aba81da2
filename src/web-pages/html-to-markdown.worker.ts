import { parentPort, workerData } from 'node:worker_threads';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { contentOf, titleOf } from './page-content.ts';
import type { MarkdownPage } from './html-to-markdown.ts';

const { html, url } = workerData as { readonly html: string; readonly url: string };
const page = fromHtml(html);
const title = titleOf(page);
const text = toMarkdown(toMdast(contentOf(page, url)), {
  bullet: '-',
  fences: true,
  // Aligned columns would multiply the text by the longest cell.
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
});
parentPort?.postMessage({ title, text } satisfies MarkdownPage);

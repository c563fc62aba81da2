import { duration } from '../kernel/clock.ts';
import { runInThread } from '../kernel/run-in-thread.ts';

export interface MarkdownPage {
  /** As the page calls itself; may be empty. */
  readonly title: string;
  readonly text: string;
}

const limits = { milliseconds: 10 * duration.second, memoryMegabytes: 256 };

/** In a thread of its own, since nobody knows what HTML of strangers costs; undefined where it costs too much. */
export function htmlToMarkdown(html: string, url: string): Promise<MarkdownPage | undefined> {
  const thread = new URL('./html-to-markdown.worker.ts', import.meta.url);
  return runInThread<MarkdownPage | undefined>(thread, { html, url }, limits, undefined);
}

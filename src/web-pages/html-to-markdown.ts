import { duration } from '../kernel/clock.ts';
import { runInProcess } from '../kernel/run-in-process.ts';

export interface MarkdownPage {
  /** As the page calls itself; may be empty. */
  readonly title: string;
  readonly text: string;
  /** The text is longer than what is given of it. */
  readonly isCut: boolean;
}

/** What a process is sent. */
export interface HtmlPage {
  readonly html: string;
  readonly url: string;
}

const limits = { milliseconds: 10 * duration.second, memoryMegabytes: 256 };

/** In a process of its own, since nobody knows what HTML of strangers costs; undefined where it costs too much. */
export function htmlToMarkdown(page: HtmlPage): Promise<MarkdownPage | undefined> {
  const program = new URL('./html-to-markdown.worker.ts', import.meta.url);
  return runInProcess<MarkdownPage | undefined>(program, page, limits, undefined);
}

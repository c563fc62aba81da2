import { micromark } from 'micromark';

/** Markdown from strangers as safe HTML: micromark shows raw HTML as text and drops link targets that could run code. */
export function Markdown({ text }: { text: string }) {
  return <div className="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: micromark(text) }} />;
}

import { useQuery } from '@tanstack/react-query';
import { read } from '../reading/reader.ts';

/** How the text of a stranger reads as HTML; `null` where it takes too long, undefined until it is known. */
export function useMarkdown(text: string): string | null | undefined {
  return useQuery({
    queryKey: ['markdown', text],
    queryFn: () => read('markdown', text).catch(() => null),
    staleTime: Infinity,
  }).data;
}

/** Markdown from strangers; as it was written until it is read, and where reading it takes too long. */
export function Markdown({ text }: { text: string }) {
  const html = useMarkdown(text);
  if (html === undefined) {
    return (
      <p className="said" dir="auto">
        {text}
      </p>
    );
  }
  if (html === null) {
    return (
      <div className="said unread" tabIndex={0} role="region" aria-label="Text" dir="auto">
        {text}
      </div>
    );
  }
  return <div className="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

import { Markdown } from '../parts/markdown.tsx';
import type { AgentJob } from './jobs.ts';

/** What a review posted, or would have posted. */
export function ReviewComments({ review }: { review: NonNullable<AgentJob['review']> }) {
  const { comments, elsewhere, dryRun } = review;
  if (comments.length + elsewhere.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="comments">
      <h2 id="comments">{dryRun ? 'Comments (dry run, not posted)' : 'Comments'}</h2>
      {comments.map(({ path, firstLine, lastLine, text, replacement }, index) => (
        <article key={index} className="stack tight">
          <p className="mono small breakable">
            {path}:{firstLine === lastLine ? lastLine : `${firstLine}-${lastLine}`}
          </p>
          <Markdown text={text} />
          {replacement !== null && <pre dir="auto">{replacement === '' ? '(delete these lines)' : replacement}</pre>}
        </article>
      ))}
      {elsewhere.map(({ path, line, text }, index) => (
        <article key={index} className="stack tight">
          <p className="mono small breakable">
            {path}
            {line === null ? '' : `:${line}`}
          </p>
          <Markdown text={text} />
        </article>
      ))}
    </section>
  );
}

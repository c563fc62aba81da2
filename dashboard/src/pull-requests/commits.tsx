import { revealHidden } from '../diff/reveal-hidden.ts';
import { Time } from '../parts/time.tsx';
import type { PullRequestDetails } from './pull-requests.ts';

/** Characters; the first line of a commit can be a whole book. */
const longestSubject = 300;
/** Commits that are listed at once; more are folded. */
const shownAtOnce = 10;

export function Commits({ commits }: { commits: PullRequestDetails['commits'] }) {
  const list = (
    <ul className="card flush rows">
      {commits.map(({ sha, subject, author, date }) => (
        <li key={sha} className="row small">
          <code title={sha}>{sha.slice(0, 8)}</code>
          <span className="grow breakable" dir="auto">
            {revealHidden(subject.slice(0, longestSubject))}
          </span>
          <span className="muted">
            <bdi>{revealHidden(author)}</bdi>, <Time at={date} />
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="stack tight" aria-labelledby="commits">
      <h2 id="commits">
        Commits <span className="muted">{commits.length}</span>
      </h2>
      {commits.length <= shownAtOnce ? (
        list
      ) : (
        <details className="stack tight">
          <summary>Show all</summary>
          {list}
        </details>
      )}
    </section>
  );
}

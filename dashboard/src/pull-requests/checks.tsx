import { useQuery } from '@tanstack/react-query';
import { revealHidden } from '../diff/reveal-hidden.ts';
import { checksQuery } from './pull-requests.ts';

const looks = { failed: 'bad', pending: 'warn', passed: 'good' } as const;

/** The code host's checks of the head; nothing where it has none. */
export function Checks({ projectId, number }: { projectId: string; number: number }) {
  const { data, error } = useQuery(checksQuery(projectId, number));
  if (error !== null) return <p className="notice warn">The code host’s checks are unknown. {error.message}</p>;
  if (data === undefined) return <p className="muted">Reading the code host’s checks…</p>;
  if (data.unreadable !== null)
    return <p className="notice warn">The code host does not show its checks. {data.unreadable}</p>;
  if (data.checks === null) return null;
  if (data.checks.length === 0) return <p className="muted">The code host runs no checks on this change.</p>;
  return (
    <ul className="stack tight small" aria-label="Checks of the code host">
      {data.checks.map(({ name, state, url }, index) => (
        <li key={index} className="row">
          <span className={`badge ${looks[state]}`}>{state}</span>
          <span className="grow breakable" dir="auto">
            {url === null ? (
              revealHidden(name)
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {revealHidden(name)}
              </a>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

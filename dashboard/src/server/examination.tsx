import { useMutation } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Problem } from '../parts/problem.tsx';

const badges = {
  ok: { word: 'OK', kind: 'good' },
  warning: { word: 'Warning', kind: 'warn' },
  error: { word: 'Error', kind: 'bad' },
};

/** What `docwright doctor` says, for owners: asked for by a button, since each model is asked for one word. */
export function Examination() {
  const examine = useMutation({ mutationFn: () => answerOf(dashboardApi.POST('/api/dashboard/examinations')) });
  return (
    <section className="card stack" aria-labelledby="examination">
      <h2 id="examination">Health check</h2>
      <p className="small muted">
        Checks versions, disk, clock, sandbox and backups, and each project's repository, model, keys and recent visits.
        Runs the same checks as <code>docwright doctor</code>. Each model gets one short request.
      </p>
      <p>
        <button
          type="button"
          className="button"
          // Disabled, it would lose the focus.
          aria-disabled={examine.isPending}
          onClick={() => {
            if (!examine.isPending) examine.mutate();
          }}
        >
          {examine.isPending ? 'Checking…' : 'Run health check'}
        </button>
      </p>
      {examine.error !== null && <Problem error={examine.error} />}
      <ul className="rows" aria-live="polite" aria-label="Findings">
        {examine.data?.diagnoses.map(({ name, state, message, remedy }) => (
          <li key={name}>
            <span className={`badge ${badges[state].kind}`}>{badges[state].word}</span>{' '}
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            <bdi className="breakable">{message}</bdi>
            {remedy !== null && <span className="muted small block breakable">{remedy.replaceAll('`', '')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

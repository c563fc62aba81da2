import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';

const queryKey = ['sessions'];

/** Where one is signed in; any but the present one can be ended here. */
export function SessionList() {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/sessions')) });
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      answerOf(dashboardApi.DELETE('/api/dashboard/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">Active sessions</h2>
      <Problem error={end.error} />
      <Loaded query={query} rows={2}>
        {({ sessions }) => (
          <ul className="stack">
            {sessions.map((session) => (
              <li key={session.id} className="row apart">
                <div>
                  {session.browser} {session.current && <span className="badge good">this session</span>}
                  <p className="muted small">
                    signed in <Time at={session.createdAt} /> · last used <Time at={session.lastUsedAt} />
                  </p>
                </div>
                {!session.current && (
                  <button
                    type="button"
                    className="button small"
                    disabled={end.isPending}
                    onClick={() => {
                      end.mutate(session.id);
                    }}
                  >
                    End<span className="visually-hidden"> the session of {session.browser}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

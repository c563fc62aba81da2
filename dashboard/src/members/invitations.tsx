import { basePath } from '../api/base-path.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import type { Role } from '../session/session.ts';

const queryKey = ['invitations'];

/** Makes links that create an account, and lists those that can still be used. */
export function Invitations() {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/invitations')) });
  const onSuccess = () => client.invalidateQueries({ queryKey });
  const invite = useMutation({
    mutationFn: (role: Role) => answerOf(dashboardApi.POST('/api/dashboard/invitations', { body: { role } })),
    onSuccess,
  });
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      answerOf(
        dashboardApi.DELETE('/api/dashboard/invitations/{invitationId}', { params: { path: { invitationId } } }),
      ),
    onSuccess,
  });
  const link = invite.data === undefined ? undefined : `${window.location.origin}${basePath}${invite.data.link}`;
  return (
    <section className="card stack" aria-labelledby="invitations">
      <h2 id="invitations">Invite a member</h2>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(readForm(event.currentTarget).text('role') as Role);
        }}
      >
        <Field label="Role" name="role">
          <select defaultValue="editor">
            <option value="owner">Owner: everything</option>
            <option value="editor">Editor: jobs and analytics</option>
            <option value="viewer">Viewer: reads only</option>
          </select>
        </Field>
        <button className="button primary" style={{ alignSelf: 'end' }} disabled={invite.isPending}>
          Create link
        </button>
      </form>
      <Problem error={invite.error ?? withdraw.error} />
      {link !== undefined && (
        <div className="notice good stack tight" role="status">
          <p>Send this link to one person. It works once, expires in seven days, and is shown only here.</p>
          <pre className="code-block">{link}</pre>
          <div>
            <CopyButton text={link} label="Copy link" />
          </div>
        </div>
      )}
      <Loaded query={query} rows={1}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="muted small">No open invitations.</p>
          ) : (
            <ul className="stack tight">
              {invitations.map((invitation) => (
                <li key={invitation.id} className="row apart">
                  <span className="small">
                    {invitation.role} · invited <Time at={invitation.createdAt} /> by <bdi>{invitation.invitedBy}</bdi>{' '}
                    · expires <Time at={invitation.expiresAt} as="full" />
                  </span>
                  <button
                    type="button"
                    className="button small"
                    disabled={withdraw.isPending}
                    onClick={() => {
                      withdraw.mutate(invitation.id);
                    }}
                  >
                    Withdraw
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

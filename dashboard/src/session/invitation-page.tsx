import { serverAddress } from '../api/base-path.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { Gate } from './gate.tsx';
import { ProviderButton } from './provider-button.tsx';
import { useEnter, useSignInWays } from './session.ts';

const roles = {
  owner: 'As an owner you manage projects, keys and members.',
  editor: 'As an editor you start and manage jobs and read analytics.',
  viewer: 'As a viewer you read jobs and analytics.',
};

/** Creates an account; the token stands behind `#`, so that no server log and no referrer has it. */
export function InvitationPage() {
  const token = useLocation({ select: (location) => location.hash });
  const enter = useEnter();
  const { passwords, providerName } = useSignInWays();
  const client = useQueryClient();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => answerOf(dashboardApi.POST('/api/dashboard/invitations/inspect', { body: { token } })),
    enabled: token !== '',
  });
  const accept = useMutation({
    mutationFn: (body: { name: string; email: string; password: string }) =>
      answerOf(dashboardApi.POST('/api/dashboard/invitations/accept', { body: { token, ...body } })),
    onSuccess: ({ member }) => {
      client.clear();
      enter(member, '/');
    },
  });
  const title = invitation.data?.role === 'owner' ? 'Set up Docwright' : 'Join Docwright';
  if (token === '' || invitation.error !== null) {
    return (
      <Gate title="This link does not work">
        <Problem error={invitation.error} />
        {token === '' && <p>The link is incomplete. Copy all of it, including the part after the #.</p>}
        <a href={serverAddress('/sign-in')}>Sign in instead</a>
      </Gate>
    );
  }
  return (
    <Gate title={title}>
      <p className="muted">{invitation.data === undefined ? 'Checking the link…' : roles[invitation.data.role]}</p>
      <ProviderButton invitation={token} />
      {passwords && providerName !== null && <p className="divider">or</p>}
      {passwords && (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = readForm(event.currentTarget);
            accept.mutate({
              name: fields.text('name'),
              email: fields.text('email'),
              password: fields.exact('password'),
            });
          }}
        >
          <Field label="Name" problem={accept.error} name="name">
            <input autoComplete="name" required maxLength={100} />
          </Field>
          <Field label="Email" problem={accept.error} name="email" hint="You sign in with it.">
            <input type="email" autoComplete="username" required />
          </Field>
          <Field label="Password" problem={accept.error} name="password" hint="At least 12 characters.">
            <input type="password" autoComplete="new-password" required minLength={12} maxLength={256} />
          </Field>
          <Problem error={accept.error} />
          <button className="button primary" disabled={accept.isPending || invitation.data === undefined}>
            {accept.isPending ? 'Creating the account…' : 'Create account'}
          </button>
        </form>
      )}
    </Gate>
  );
}

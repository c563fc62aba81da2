import { GrantList } from '../grants/grant-list.tsx';
import { Page } from '../parts/page.tsx';
import { useMember, useSignInWays } from '../session/session.ts';
import { ConnectProvider } from './connect-provider.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** One's own name, ways to sign in, clients and sessions. */
export function AccountPage() {
  const { passwords } = useSignInWays();
  const hasPassword = useMember().signsInBy.includes('password');
  return (
    <Page title="Your account">
      <div className="stack wide">
        <NameForm />
        <ConnectProvider />
        {passwords && hasPassword && <PasswordForm />}
        <section className="card stack" aria-labelledby="clients">
          <h2 id="clients">Connected clients</h2>
          <GrantList />
        </section>
        <SessionList />
      </div>
    </Page>
  );
}

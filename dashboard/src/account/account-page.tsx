import { Page } from '../parts/page.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** One's own name, password and sessions. */
export function AccountPage() {
  return (
    <Page title="Your account">
      <div className="stack wide">
        <NameForm />
        <PasswordForm />
        <SessionList />
      </div>
    </Page>
  );
}

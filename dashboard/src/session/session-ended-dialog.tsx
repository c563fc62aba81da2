import { Dialog } from '../parts/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SignInForm } from './sign-in-form.tsx';
import { useMember, useSessionEnded } from './session.ts';

/** Lies over the page that was open, so that nothing typed into it is lost. */
export function SessionEndedDialog() {
  const ended = useSessionEnded();
  const member = useMember();
  const client = useQueryClient();
  if (!ended) return null;
  return (
    <Dialog title="Your session has ended" onClose={undefined}>
      <p className="muted">Sign in again to go on. What you typed on the page below is still there.</p>
      <SignInForm email={member.email} onSignedIn={() => void client.invalidateQueries()}>
        <a className="button quiet" href="/sign-in">
          Sign in as somebody else
        </a>
      </SignInForm>
    </Dialog>
  );
}

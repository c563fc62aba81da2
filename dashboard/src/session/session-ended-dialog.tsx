import { serverAddress } from '../api/base-path.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { sessionEndedKey } from '../api/query-client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useMember, useSessionEnded, useSignInWays } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Lies over the page that was open, so that nothing typed into it is lost. */
export function SessionEndedDialog() {
  return useSessionEnded() ? <SignInAgain /> : null;
}

function SignInAgain() {
  const member = useMember();
  const client = useQueryClient();
  const { passwords, providerName } = useSignInWays();
  const byPassword = passwords && member.signsInBy.includes('password');
  useReturn(member.id);
  return (
    <Dialog title="Your session has ended" onClose={undefined}>
      <p className="muted">Sign in again to continue. What you typed on this page is still there.</p>
      {providerName !== null && (
        <div>
          <a className="button" href={serverAddress('/sign-in?next=%2Fsigned-in')} target="_blank" rel="noreferrer">
            Sign in in a new tab
          </a>
        </div>
      )}
      {byPassword && (
        <SignInForm email={member.email} onSignedIn={() => void client.invalidateQueries()}>
          <a className="button quiet" href={serverAddress('/sign-in')}>
            Sign in as someone else
          </a>
        </SignInForm>
      )}
    </Dialog>
  );
}

/** Goes on by itself when the same member has signed in in another tab; for another member the page begins anew. */
function useReturn(memberId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = async () => {
      const answer = await answerOf(dashboardApi.GET('/api/dashboard/session')).catch(() => undefined);
      if (answer?.member == null) return;
      if (answer.member.id !== memberId) {
        window.location.assign(serverAddress('/'));
        return;
      }
      client.setQueryData(sessionEndedKey, false);
      await client.invalidateQueries();
    };
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    document.addEventListener('visibilitychange', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
      document.removeEventListener('visibilitychange', onFocus);
    };
  }, [client, memberId]);
}

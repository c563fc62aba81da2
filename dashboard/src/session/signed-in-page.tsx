import { serverAddress } from '../api/base-path.ts';
import { Gate } from './gate.tsx';

/** The end of signing in anew in a tab beside the one whose session had ended. */
export function SignedInPage() {
  return (
    <Gate title="You are signed in">
      <p>Close this tab and continue in the other one.</p>
      <a href={serverAddress('/')}>Continue here instead</a>
    </Gate>
  );
}

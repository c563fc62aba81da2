import { z } from 'zod';
import { nextPathSchema } from '../../contract/account.ts';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { SignInInterrupted } from './errors.ts';

/** Why the browser is sent to the provider. */
const purposeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sign-in'), next: nextPathSchema.optional() }),
  z.strictObject({ kind: z.literal('join'), token: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('connect'), memberId: z.string() }),
]);
export type Purpose = z.infer<typeof purposeSchema>;

const attemptSchema = z.object({
  startedAt: z.number(),
  purpose: purposeSchema,
  checks: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
});
type SignInAttempt = Omit<z.infer<typeof attemptSchema>, 'startedAt'>;

/** Time limit for the sign-in at the provider, in seconds. */
export const attemptSeconds = 600;
const context = 'oidc-sign-in-attempt';

/** An attempt lives in an encrypted cookie for ten minutes, so only the browser that began it can finish it. */
export interface SignInAttempts {
  seal(attempt: SignInAttempt): string;
  /** Throws `SignInInterrupted`. */
  open(sealed: string | undefined): SignInAttempt;
}

export function createSignInAttempts({ secretBox, clock }: { secretBox: SecretBox; clock: Clock }): SignInAttempts {
  const read = (sealed: string) => {
    try {
      return attemptSchema.parse(JSON.parse(secretBox.open(sealed, context)));
    } catch (error) {
      throw new SignInInterrupted('its cookie is damaged', error);
    }
  };
  return {
    seal: (attempt) => secretBox.seal(JSON.stringify({ ...attempt, startedAt: clock.now() }), context),
    open(sealed) {
      if (sealed === undefined)
        throw new SignInInterrupted('it was not started in this browser, or is already complete');
      const { startedAt, ...attempt } = read(sealed);
      if (clock.now() - startedAt > attemptSeconds * duration.second)
        throw new SignInInterrupted('it took longer than ten minutes');
      return attempt;
    },
  };
}

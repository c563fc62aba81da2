import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { createCookie, type BrowserCookie } from '../browser-cookie.ts';
import { SignInInterrupted } from './errors.ts';

/**
 * Only addresses of this dashboard: a link must not send anybody elsewhere after signing in. No backslash and no control
 * character, since browsers read the first as a slash and leave out the others.
 */
export const nextPathSchema = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/)[^\\\p{Cc}]*$/u);

/** What the way to the provider is for. */
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
export type SignInAttempt = Omit<z.infer<typeof attemptSchema>, 'startedAt'>;

const seconds = 600;
const context = 'oidc-sign-in-attempt';

/** Kept sealed in the very browser that began, for ten minutes: nobody can be led to finish what another began. */
export interface SignInAttempts {
  /** Value of `Set-Cookie`. */
  remember(attempt: SignInAttempt): string;
  /** Throws `SignInInterrupted`. */
  recall(header: Parameters<BrowserCookie['read']>[0]): SignInAttempt;
  forget(): string;
}

export function createSignInAttempts({
  publicUrl,
  secretBox,
  clock,
}: {
  readonly publicUrl: string;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}): SignInAttempts {
  const cookie = createCookie({ publicUrl, name: 'docwright_oidc', seconds });
  const open = (sealed: string) => {
    try {
      return attemptSchema.parse(JSON.parse(secretBox.open(sealed, context)));
    } catch (error) {
      throw new SignInInterrupted('its cookie is damaged', error);
    }
  };
  return {
    remember: (attempt) =>
      cookie.write(secretBox.seal(JSON.stringify({ ...attempt, startedAt: clock.now() }), context)),
    recall(header) {
      const sealed = cookie.read(header);
      if (sealed === undefined) throw new SignInInterrupted('it was not begun in this browser, or is done already');
      const { startedAt, ...attempt } = open(sealed);
      if (clock.now() - startedAt > seconds * duration.second)
        throw new SignInInterrupted('it took longer than ten minutes');
      return attempt;
    },
    forget: () => cookie.clear(),
  };
}

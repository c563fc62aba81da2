import type { DatabaseConnection } from '../db/open-database.ts';
import { unwatchedWork, type BackgroundWork } from '../kernel/background-work.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { tryAgain } from '../kernel/try-again.ts';
import { PasswordResetNotMailed } from './errors.ts';
import type { PasswordResets } from './password-resets.ts';
import { countSignInAttempt } from './sign-in-limit.ts';

/** How the server mails people. */
export interface Notices {
  readonly canSend: () => Promise<boolean>;
  readonly send: (notice: { to: string; subject: string; text: string }) => Promise<void>;
}

export const noNotices: Notices = { canSend: () => Promise.resolve(false), send: () => Promise.resolve() };

/** A mail server that is busy, or that greylists, takes a mail minutes later; the link lives for an hour. */
const mailPauses = [10 * duration.second, duration.minute, 5 * duration.minute, 15 * duration.minute];
const workName = 'mailing a link to reset a password';

export type MailPasswordReset = (request: { email: string; address: string }) => Promise<void>;

/** Answers before it looks for the member, so that neither the answer nor its time tells whether there is one. */
export function createMailPasswordReset({
  db,
  clock,
  logger,
  publicUrl,
  passwordResets,
  notices,
  work = unwatchedWork,
  pauses = mailPauses,
}: {
  db: DatabaseConnection;
  clock: Clock;
  logger: Logger;
  publicUrl: string;
  passwordResets: PasswordResets;
  notices: Notices;
  work?: BackgroundWork | undefined;
  pauses?: readonly number[];
}): MailPasswordReset {
  const mail = async (email: string) => {
    const token = await passwordResets.createForMail(email);
    if (token === undefined) return;
    const link = `${publicUrl}/reset-password#${token}`;
    const text = `Someone, probably you, asked to reset the password of your account on ${publicUrl}.

Choose a new password here. The link works once and expires in an hour:
${link}

If it was not you, ignore this mail. Your password does not change.
`;
    await tryAgain(() => notices.send({ to: email, subject: 'Choose a new password', text }), { pauses });
    await work.succeeded(workName);
  };
  return async ({ email, address }) => {
    await countSignInAttempt(db, clock, { address });
    if (!(await notices.canSend())) throw new PasswordResetNotMailed();
    mail(email).catch((error: unknown) => {
      logger.error({ error }, 'a link to reset a password was not mailed');
      void work.failed(workName, error);
    });
  };
}

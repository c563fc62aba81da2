import type { DatabaseConnection } from '../db/open-database.ts';
import { duration } from '../kernel/clock.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** A week's mail is sent on the Monday after it, and tried until the next one is due. */
const looksBack = 14 * duration.day;

/** Recipients who did not get the last weekly mail. */
export async function examineMails(db: DatabaseConnection, projectId: string, now: number): Promise<Outcome> {
  const unsent = await db
    .selectFrom('weekly_mails')
    .innerJoin('weekly_mail_recipients', 'weekly_mail_recipients.id', 'recipient_id')
    .select(['week', 'fault', 'attempts'])
    .where('project_id', '=', projectId)
    .where('week', '>=', new Date(now - looksBack).toISOString().slice(0, 10))
    .where('sent_at', 'is', null)
    .where('fault', 'is not', null)
    .orderBy('week', 'desc')
    .execute();
  const last = unsent[0];
  if (last === undefined) return { state: 'ok', message: 'No mail was refused.', remedy: null };
  const { week, fault, attempts } = last;
  const recipients = counted(unsent.filter((mail) => mail.week === week).length, 'recipient');
  return {
    state: 'error',
    message: `${recipients} did not get the mail of the week of ${week}, after ${counted(attempts, 'attempt')}: ${fault ?? ''}`,
    remedy:
      'Correct the mail settings, then try them with `docwright mail test`. Mails are tried again until the next week is due.',
  };
}

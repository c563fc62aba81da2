import type { DatabaseConnection } from '../db/open-database.ts';
import type { Project } from '../contract/project.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';
import type { Projects } from '../projects/projects.ts';
import { MailNotSent } from './errors.ts';
import { MailUncertain } from './mail-server.ts';
import { missingFor, type MailServers } from './find-mail-server.ts';
import type { MailProject } from './mail-project.ts';
import { weekToSend, type Week } from './weeks.ts';

/** Longest that one attempt takes; whoever is killed in the middle leaves the mail to another after it. */
const claimMilliseconds = 5 * duration.minute;
/** After a refusal: 15 minutes, half an hour and so on up to a day, until the next week is due. */
const firstRetry = 15 * duration.minute;
const longestRetry = duration.day;

/**
 * Sends the last week to whoever has not got it. A mail is claimed by one process at a time. Once it is handed over to the mail
 * server it is never sent again, not even if this process ends before it hears an answer: no week comes twice.
 */
export function createSendDue({
  db,
  clock,
  logger,
  projects,
  mailProject,
}: {
  db: DatabaseConnection;
  clock: Clock;
  logger: Logger;
  projects: MailServers & Pick<Projects, 'list'>;
  mailProject: MailProject;
}): () => Promise<void> {
  const claim = async (recipientId: string, week: Week): Promise<Claim | undefined> => {
    const token = `dw_unsubscribe_${newSecretToken()}`;
    const now = clock.now();
    const claimedUntil = now + claimMilliseconds;
    const unsubscribe_hash = hashSecretToken(token);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('weekly_mails')
      .values({
        recipient_id: recipientId,
        week: week.name,
        attempts: 1,
        claimed_until: claimedUntil,
        handed_over_at: null,
        sent_at: null,
        fault: null,
        unsubscribe_hash,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['recipient_id', 'week'])
          .doUpdateSet((update) => ({
            attempts: update('weekly_mails.attempts', '+', 1),
            claimed_until: claimedUntil,
            unsubscribe_hash,
          }))
          .where('weekly_mails.handed_over_at', 'is', null)
          .where('weekly_mails.claimed_until', '<=', now),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? { recipientId, week, token, hash: unsubscribe_hash } : undefined;
  };
  /** Of a mail that is still ours: the token is of this attempt alone. */
  const note = async ({ recipientId, week, hash }: Claim, values: Record<string, number | string | null>) => {
    const { numUpdatedRows } = await db
      .updateTable('weekly_mails')
      .set(values)
      .where('recipient_id', '=', recipientId)
      .where('week', '=', week.name)
      .where('unsubscribe_hash', '=', hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error('another process sends this mail, or the recipient unsubscribed');
  };
  const send = async (project: Project, address: string, mail: Claim): Promise<void> => {
    const about = { project: project.id, week: mail.week.name, recipient: mail.recipientId };
    try {
      await mailProject(project, { ...mail, address }, () => note(mail, { handed_over_at: clock.now() }));
      await note(mail, { sent_at: clock.now(), fault: null });
      logger.info(about, 'sent the weekly mail');
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      const { attempts } = await db
        .selectFrom('weekly_mails')
        .select('attempts')
        .where('unsubscribe_hash', '=', mail.hash)
        .executeTakeFirstOrThrow();
      const isOver = error instanceof MailUncertain;
      const retry = {
        handed_over_at: null,
        claimed_until: clock.now() + Math.min(longestRetry, firstRetry * 2 ** (attempts - 1)),
      };
      await note(mail, { fault: error.reason, ...(isOver ? {} : retry) });
      logger.warn(
        { ...about, reason: error.reason },
        isOver ? 'a weekly mail may be lost' : 'a weekly mail was refused',
      );
    }
  };
  return async () => {
    const faults: unknown[] = [];
    for (const project of await projects.list()) {
      if ((await missingFor(projects, project)).length > 0) continue;
      const week = weekToSend(clock.now(), project.settings.analytics.timeZone);
      // Who was added later begins with the week of that day.
      const recipients = await db
        .selectFrom('weekly_mail_recipients')
        .leftJoin('weekly_mails', (join) =>
          join.onRef('recipient_id', '=', 'weekly_mail_recipients.id').on('week', '=', week.name),
        )
        .select(['weekly_mail_recipients.id', 'address'])
        .where('project_id', '=', project.id)
        .where('added_at', '<', week.end)
        .where('sent_at', 'is', null)
        .where('handed_over_at', 'is', null)
        .orderBy('weekly_mail_recipients.id')
        .execute();
      for (const { id, address } of recipients) {
        const mail = await claim(id, week);
        if (mail === undefined) continue;
        await send(project, address, mail).catch((error: unknown) => {
          logger.error({ project: project.id, error }, 'a weekly mail was not sent; retrying');
          faults.push(error);
        });
      }
    }
    // Thrown only after all other mails were sent.
    if (faults.length > 0) throw faults[0];
  };
}

interface Claim {
  readonly recipientId: string;
  readonly week: Week;
  readonly token: string;
  readonly hash: string;
}

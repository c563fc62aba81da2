import type { MailRecipient } from '../contract/weekly-mail.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { hashSecretToken } from '../kernel/secret-token.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import { RecipientKnown, RecipientNotFound, TooManyRecipients } from './errors.ts';

/** Who gets the weekly mail of a project. */
export interface Recipients {
  /** By address. */
  list(projectId: string): Promise<MailRecipient[]>;
  /** `by` is who acts, as the audit log says it. Throws `ProjectNotFound`, `RecipientKnown`, `TooManyRecipients`. */
  add(recipient: { projectId: string; address: string; by: string }): Promise<MailRecipient>;
  /** Throws `RecipientNotFound`. */
  remove(recipient: { projectId: string; id: string; by: string }): Promise<void>;
  /** Whom the link in a mail is of; undefined where it is of nobody, or of nobody any more. */
  ofLink(token: string): Promise<{ address: string; project: string } | undefined>;
  /** Takes whom the link is of off the list. Nothing happens the second time. */
  unsubscribe(token: string): Promise<void>;
}

const most = 50;

export function createRecipients({ db, clock }: { db: DatabaseConnection; clock: Clock }): Recipients {
  const list: Recipients['list'] = async (projectId) => {
    const recipients = await db
      .selectFrom('weekly_mail_recipients')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('address')
      .execute();
    const mails = await db
      .selectFrom('weekly_mails')
      .innerJoin('weekly_mail_recipients', 'id', 'recipient_id')
      .select(['recipient_id', 'week', 'sent_at', 'fault'])
      .where('project_id', '=', projectId)
      .orderBy('week', 'desc')
      .execute();
    return recipients.map((row) => {
      const lastMail = mails.filter((mail) => mail.recipient_id === row.id);
      return {
        id: row.id,
        address: row.address,
        addedBy: row.added_by,
        addedAt: new Date(row.added_at).toISOString(),
        lastWeek: lastMail.find((mail) => mail.sent_at !== null)?.week ?? null,
        fault: lastMail[0]?.fault ?? null,
      };
    });
  };
  const findByLink = (connection: DatabaseConnection, token: string) =>
    connection
      .selectFrom('weekly_mails')
      .innerJoin('weekly_mail_recipients', 'weekly_mail_recipients.id', 'recipient_id')
      .innerJoin('projects', 'projects.id', 'project_id')
      .select(['recipient_id', 'project_id', 'address', 'projects.name as project'])
      .where('unsubscribe_hash', '=', hashSecretToken(token))
      .executeTakeFirst();
  const take = async (
    { id, projectId }: { id: string; projectId: string },
    { by, action }: { by: string; action: string },
  ): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const row = await transaction
        .deleteFrom('weekly_mail_recipients')
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .returning('address')
        .executeTakeFirst();
      if (row === undefined) return false;
      const details = { name: row.address };
      await recordAudit(transaction, clock, { projectId, actor: by, action, target: id, details });
      return true;
    });
  return {
    list,
    async add({ projectId, address, by }) {
      const id = newId('rcp', clock.now());
      await db.transaction().execute(async (transaction) => {
        const project = await transaction
          .selectFrom('projects')
          .select('id')
          .where('id', '=', projectId)
          .forUpdate()
          .executeTakeFirst();
        if (project === undefined) throw new ProjectNotFound(projectId);
        const existing = await transaction
          .selectFrom('weekly_mail_recipients')
          .select('address')
          .where('project_id', '=', projectId)
          .execute();
        if (existing.some((recipient) => recipient.address.toLowerCase() === address.toLowerCase()))
          throw new RecipientKnown();
        if (existing.length >= most) throw new TooManyRecipients(most);
        const row = { id, project_id: projectId, address, added_by: by, added_at: clock.now() };
        await transaction.insertInto('weekly_mail_recipients').values(row).execute();
        const details = { name: address };
        await recordAudit(transaction, clock, { projectId, actor: by, action: 'weekly_mail.add', target: id, details });
      });
      const added = (await list(projectId)).find((recipient) => recipient.id === id);
      if (added === undefined) throw new RecipientNotFound(id);
      return added;
    },
    async remove({ projectId, id, by }) {
      if (!(await take({ id, projectId }, { by, action: 'weekly_mail.remove' }))) throw new RecipientNotFound(id);
    },
    async ofLink(token) {
      const recipientRow = await findByLink(db, token);
      return recipientRow && { address: recipientRow.address, project: recipientRow.project };
    },
    async unsubscribe(token) {
      const recipientRow = await findByLink(db, token);
      if (recipientRow === undefined) return;
      const whose = { id: recipientRow.recipient_id, projectId: recipientRow.project_id };
      await take(whose, { by: 'mail', action: 'weekly_mail.unsubscribe' });
    },
  };
}

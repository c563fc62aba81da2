import { sql, type Kysely, type Transaction } from 'kysely';
import type { z } from 'zod';
import { attachmentsContext, type Attachment, type attachmentSummarySchema } from '../../contract/attachment.ts';
import type { Database } from '../../db/schema.ts';

export type AttachmentSummary = z.infer<typeof attachmentSummarySchema>;

export interface StoredAttachment {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Keeps the files of a message under names that are free in the job and that every file system takes. */
export async function insertAttachments(
  transaction: Transaction<Database>,
  { jobId, messageId, attachments }: { jobId: string; messageId: string; attachments: readonly Attachment[] },
): Promise<AttachmentSummary[]> {
  if (attachments.length === 0) return [];
  const before = await transaction.selectFrom('job_attachments').select('name').where('job_id', '=', jobId).execute();
  const taken = new Set(before.map(({ name }) => name.toLowerCase()));
  const summaries: AttachmentSummary[] = [];
  for (const { name: wanted, type, data } of attachments) {
    const name = freeName(wanted, taken);
    const content = Buffer.from(data, 'base64');
    await transaction
      .insertInto('job_attachments')
      .values({ job_id: jobId, message_id: messageId, name, type, content })
      .execute();
    taken.add(name.toLowerCase());
    summaries.push({ name, type, bytes: content.length });
  }
  return summaries;
}

export async function attachmentsOfJob(db: Kysely<Database>, jobId: string): Promise<StoredAttachment[]> {
  return db.selectFrom('job_attachments').select(['name', 'content']).where('job_id', '=', jobId).execute();
}

/** Ends the text of a message: what came with it, and where the agent reads it. */
export async function attachmentNote(transaction: Transaction<Database>, messageId: string): Promise<string> {
  const rows = await transaction
    .selectFrom('job_attachments')
    .select(['name', 'type', sql<number>`length(content)`.as('bytes')])
    .where('message_id', '=', messageId)
    .orderBy('name')
    .execute();
  if (rows.length === 0) return '';
  const files = rows.map(({ name, type, bytes }) => `@context/${attachmentsContext}/${name} (${type}, ${bytes} bytes)`);
  return `\n\nThe person attached, for you to read before you begin:\n${files.join('\n')}`;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const plain =
    wanted
      .normalize('NFC')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '') || 'file';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${count}-${plain}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

import { sql, type Kysely, type Transaction } from 'kysely';
import type { z } from 'zod';
import {
  attachmentsContext,
  jobAttachmentLimits,
  type Attachment,
  type attachmentSummarySchema,
} from '../../contract/attachment.ts';
import type { Database } from '../../db/schema.ts';
import { TooManyAttachments } from './errors.ts';

export type AttachmentSummary = z.infer<typeof attachmentSummarySchema>;

/**
 * Keeps the files of a message under names that are free in the job and that every file system takes. Throws
 * `TooManyAttachments`.
 */
export async function insertAttachments(
  transaction: Transaction<Database>,
  { jobId, messageId, attachments }: { jobId: string; messageId: string; attachments: readonly Attachment[] },
): Promise<AttachmentSummary[]> {
  if (attachments.length === 0) return [];
  const before = await transaction
    .selectFrom('job_attachments')
    .select(['name', sql<number>`length(content)`.as('bytes')])
    .where('job_id', '=', jobId)
    .execute();
  const files = attachments.map((attachment) => ({ ...attachment, content: Buffer.from(attachment.data, 'base64') }));
  const bytes = [...before.map((attachment) => attachment.bytes), ...files.map(({ content }) => content.length)];
  if (bytes.length > jobAttachmentLimits.count || sum(bytes) > jobAttachmentLimits.bytes)
    throw new TooManyAttachments({ count: before.length, bytes: sum(before.map((attachment) => attachment.bytes)) });
  const usedNames = new Set(before.map(({ name }) => name.toLowerCase()));
  const summaries: AttachmentSummary[] = [];
  for (const { name: originalName, type, content } of files) {
    const name = freeName(originalName, usedNames);
    await transaction
      .insertInto('job_attachments')
      .values({ job_id: jobId, message_id: messageId, name, type, content })
      .execute();
    usedNames.add(name.toLowerCase());
    summaries.push({ name, type, bytes: content.length });
  }
  return summaries;
}

/** Their names; each is loaded by itself, since together they may be large. */
export async function attachmentNames(db: Kysely<Database>, jobId: string): Promise<string[]> {
  const names = db.selectFrom('job_attachments').select('name').where('job_id', '=', jobId);
  const rows = await names.orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Undefined once the job is archived. */
export async function attachmentContent(
  db: Kysely<Database>,
  { jobId, name }: { jobId: string; name: string },
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('job_attachments')
    .select('content')
    .where('job_id', '=', jobId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.content;
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
  return `\n\nThe person attached these files. Read them before you start:\n${files.join('\n')}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function freeName(originalName: string, usedNames: ReadonlySet<string>): string {
  const plain =
    originalName
      .normalize('NFC')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '') || 'file';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${count}-${plain}`;
    if (!usedNames.has(name.toLowerCase())) return name;
  }
}

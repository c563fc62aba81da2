import { z } from '@hono/zod-openapi';
import { longestSide, pictureSize } from './picture-size.ts';

/** Of one message. Bytes as they are, not as base64 has them. */
export const attachmentLimits = { count: 5, bytes: 2 * 1024 * 1024, bytesTogether: 5 * 1024 * 1024 };

/** Of all messages of a job together. */
export const jobAttachmentLimits = { count: 50, bytes: 25 * 1024 * 1024 };

/** The agent reads them as `@context/attachments/<name>`. */
export const attachmentsContext = 'attachments';

/** How files of a kind begin; text has no beginning of its own. */
const beginnings = {
  'image/png': /^\u0089PNG\r\n/,
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'application/pdf': /^%PDF-/,
} as const;
const textTypes = ['text/plain', 'text/markdown', 'text/csv', 'application/json'] as const;

export type ShownType = keyof typeof beginnings;

/** The kind of a picture or document by its bytes; undefined for anything else. */
export function shownTypeOf(bytes: Uint8Array): ShownType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return (Object.keys(beginnings) as ShownType[]).find((type) => beginnings[type].test(beginning));
}

export const attachmentSchema = z
  .object({
    name: z
      .string()
      .min(1)
      .max(100)
      // The document would take the flag for a part of the pattern.
      .regex(/^[^\p{Cc}/\\]+$/u, 'must be a file name without a folder')
      .openapi({ pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f/\\]+$`, example: 'screenshot.png' }),
    type: z.enum([...(Object.keys(beginnings) as ShownType[]), ...textTypes]),
    data: z
      .string()
      .min(1)
      .max(Math.ceil(attachmentLimits.bytes / 3) * 4, `must not have more than ${attachmentLimits.bytes} bytes`)
      .openapi({ description: 'The file in base64.', format: 'byte' }),
  })
  .superRefine(({ type, data }, context) => {
    const message = faultOf(type, data);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['data'], message });
  })
  .openapi('AgentJobAttachment');

export type Attachment = z.infer<typeof attachmentSchema>;

export const attachmentsSchema = z
  .array(attachmentSchema)
  .max(attachmentLimits.count)
  .refine(
    (attachments) => attachments.reduce((sum, { data }) => sum + bytesOf(data), 0) <= attachmentLimits.bytesTogether,
    `must not have more than ${attachmentLimits.bytesTogether} bytes in total`,
  )
  .optional()
  .openapi({
    description: `Files that belong to the instruction: at most ${attachmentLimits.count}, each up to ${attachmentLimits.bytes} bytes and ${attachmentLimits.bytesTogether} in total. All messages of a job together: at most ${jobAttachmentLimits.count} files and ${jobAttachmentLimits.bytes} bytes. Models that accept images and PDFs see them. Images may have up to ${longestSide} pixels on a side. Archiving the job deletes its files.`,
  });

/** What clients are told of an attachment. */
export const attachmentSummarySchema = z.object({ name: z.string(), type: z.string(), bytes: z.int() });

function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

function faultOf(type: Attachment['type'], data: string): string | undefined {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return 'must be base64 with padding';
  const bytes = Buffer.from(data, 'base64');
  if (type in beginnings) {
    if (shownTypeOf(bytes) !== type) return `is not a file of type ${type}`;
    const { width, height } = pictureSize(bytes) ?? { width: 1, height: 1 };
    const isShowable = Math.min(width, height) > 0 && Math.max(width, height) <= longestSide;
    return isShowable ? undefined : `must have 1 to ${longestSide} pixels on a side, but has ${width} x ${height}`;
  }
  const text = new TextDecoder('utf-8', { fatal: true });
  try {
    return text.decode(bytes).includes('\0') ? 'must be text without U+0000' : undefined;
  } catch {
    return 'must be UTF-8 text';
  }
}

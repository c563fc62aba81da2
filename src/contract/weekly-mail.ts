import { z } from '@hono/zod-openapi';

/** One address without a name, as it goes into the envelope; longer ones no server takes. */
const mailAddressSchema = z.email().max(254).openapi({ example: 'ada@example.com' });

/** Where a password may be sent without TLS: nobody is on the way. */
const thisMachine = ['localhost', '127.0.0.1', '::1'];

/** The secret of a project that its mail server asks for. */
export const mailPasswordSecret = 'smtp-password';

const notPrivate = {
  path: ['encryption'],
  error: 'A password is sent only over TLS: choose starttls or tls.',
};

function isPrivate(server: { encryption: string; user: string | null; host: string | null }): boolean {
  return server.encryption !== 'none' || server.user === null || thisMachine.includes(server.host ?? '');
}

const notAHost = 'Enter the host alone, such as smtp.example.com: without blanks, a scheme such as smtp:// or a port.';

/** What is entered as a mail server. Stored ones were not checked so in former versions. */
export const mailHostSchema = z
  .string()
  .trim()
  .min(1, notAHost)
  .max(253)
  .refine((text) => /^[\p{L}\p{N}._-]*$/u.test(text) || z.ipv6().safeParse(text).success, notAHost);

/**
 * How the server sends mail for a project. Without a host, it uses the mail server of all projects, if there is one. The
 * password is kept as `mailPasswordSecret`, for this host.
 */
export const weeklyMailSettingsSchema = z
  .strictObject({
    host: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .nullable()
      .default(null)
      .describe('SMTP server. Null to use the mail server of all projects.'),
    port: z.int().min(1).max(65_535).default(587).describe('587 with `starttls`, 465 with `tls`.'),
    encryption: z
      .enum(['starttls', 'tls', 'none'])
      .default('starttls')
      .describe('`starttls` is required, not opportunistic; `tls` encrypts from the first byte.'),
    user: z.string().trim().min(1).max(254).nullable().default(null).describe('Null if the server needs no password.'),
    from: mailAddressSchema.nullable().default(null).describe('Sender address.'),
  })
  .refine(isPrivate, notPrivate);

const { port, encryption, user } = weeklyMailSettingsSchema.shape;
const serverFields = { host: z.string(), port, encryption, user, from: mailAddressSchema };

/** The mail server of all projects that have none of their own, as it is sent. */
export const mailServerSchema = z
  .strictObject({ ...serverFields, host: mailHostSchema, password: z.string().min(1).max(1_000).optional() })
  .refine(isPrivate, notPrivate)
  .openapi('NewMailServer');

/** As it is kept, sealed. */
export const storedMailServerSchema = z.object({ ...serverFields, password: z.string().nullable() });

/** As it is shown. */
export const shownMailServerSchema = z.object({ ...serverFields, hasPassword: z.boolean() }).openapi('MailServer');

export type WeeklyMailSettings = z.infer<typeof weeklyMailSettingsSchema>;

export const mailRecipientSchema = z
  .object({
    id: z.string(),
    address: z.string(),
    addedBy: z.string().describe('`member:<id>`, `key:<id>` or `cli`.'),
    addedAt: z.iso.datetime(),
    lastWeek: z.string().nullable().describe('Monday of the last week sent. Null before the first mail.'),
    fault: z.string().nullable().describe('Why the last mail failed. Null once a mail succeeds.'),
  })
  .openapi('MailRecipient');

export type MailRecipient = z.infer<typeof mailRecipientSchema>;

export const weeklyMailSchema = z
  .object({
    missing: z.array(z.string()).describe('Missing settings that prevent sending. Empty if none are missing.'),
    nextAt: z.iso.datetime().describe('When the next mail is sent.'),
    recipients: z.array(mailRecipientSchema),
  })
  .openapi('WeeklyMail');

export const toAddressSchema = z.strictObject({ address: mailAddressSchema }).openapi('ToAddress');

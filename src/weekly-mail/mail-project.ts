import type { Analytics } from '../analytics/analytics.ts';
import type { Project } from '../contract/project.ts';
import type { Projects } from '../projects/projects.ts';
import { mailPasswordSecret } from '../contract/weekly-mail.ts';
import { composeMail } from './compose-mail.ts';
import { MailNotConfigured } from './errors.ts';
import { sendMail } from './mail-server.ts';
import { readWeek } from './read-week.ts';
import type { Week } from './weeks.ts';

/**
 * Sends one week of a project to one address; without `token` as a test. Throws `MailNotConfigured`, `MailNotSent`,
 * `MailUncertain`. `onReady` as in `sendMail`.
 */
export type MailProject = (
  project: Project,
  mail: { readonly address: string; readonly week: Week; readonly recipientId: string; readonly token?: string },
  onReady: () => Promise<void>,
) => Promise<void>;

export function createMailProject({
  projects,
  beginRead,
  publicUrl,
}: {
  projects: Pick<Projects, 'getSecrets'>;
  beginRead: Analytics['beginRead'];
  publicUrl: string;
}): MailProject {
  return async (project, { address, week, recipientId, token }, onReady) => {
    const password = (await projects.getSecrets(project.id, mailPasswordSecret))[mailPasswordSecret];
    const { host, from, port, encryption, user } = project.settings.weeklyMail;
    const missing = missingFor(project, password === undefined ? [] : [mailPasswordSecret]);
    if (host === null || from === null || missing.length > 0) throw new MailNotConfigured(missing);
    const mail = await composeMail({
      project,
      week,
      numbers: await readWeek(beginRead, { projectId: project.id, week }),
      from,
      to: address,
      publicUrl,
      unsubscribeUrl: token === undefined ? undefined : `${publicUrl}/unsubscribe/${token}`,
      messageId: `<${week.name}.${recipientId}@${new URL(publicUrl).hostname}>`,
    });
    await sendMail({ host, port, encryption, user, password }, mail, onReady);
  };
}

/** Settings without which no mail can be sent. */
export function missingFor({ settings: { weeklyMail } }: Project, secretNames: readonly string[]): string[] {
  return [
    ...(weeklyMail.host === null ? ['settings.weeklyMail.host'] : []),
    ...(weeklyMail.from === null ? ['settings.weeklyMail.from'] : []),
    ...(weeklyMail.user !== null && !secretNames.includes(mailPasswordSecret)
      ? [`the secret ${mailPasswordSecret}`]
      : []),
  ];
}

import type { Analytics } from '../analytics/analytics.ts';
import type { Project } from '../contract/project.ts';
import { composeMail } from './compose-mail.ts';
import { findMailServer, type MailServers } from './find-mail-server.ts';
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
  projects: MailServers;
  beginRead: Analytics['beginRead'];
  publicUrl: string;
}): MailProject {
  return async (project, { address, week, recipientId, token }, onReady) => {
    const server = await findMailServer(projects, project);
    const mail = await composeMail({
      project,
      week,
      numbers: await readWeek(beginRead, { projectId: project.id, week }),
      from: server.from,
      to: address,
      publicUrl,
      unsubscribeUrl: token === undefined ? undefined : `${publicUrl}/unsubscribe/${token}`,
      messageId: `<${week.name}.${recipientId}@${new URL(publicUrl).hostname}>`,
    });
    await sendMail(server, mail, onReady);
  };
}

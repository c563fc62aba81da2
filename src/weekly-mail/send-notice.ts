import type { Project } from '../contract/project.ts';
import { mailPasswordSecret } from '../contract/weekly-mail.ts';
import type { Projects } from '../projects/projects.ts';
import { sendMail } from './mail-server.ts';
import { missingFor } from './mail-project.ts';

/** Mails of the server itself, by the mail server of the oldest project that has one. */
export interface Notices {
  readonly canSend: () => Promise<boolean>;
  /** Throws `MailNotSent` and `MailUncertain`; sends nothing where `canSend` says no. */
  readonly send: (notice: { to: string; subject: string; text: string }) => Promise<void>;
}

export function createNotices({
  projects,
}: {
  projects: Pick<Projects, 'list' | 'secretNames' | 'getSecret'>;
}): Notices {
  const find = async (): Promise<Project | undefined> => {
    for (const project of await projects.list()) {
      if (project.settings.weeklyMail.host === null) continue;
      if (missingFor(project, await projects.secretNames(project.id)).length === 0) return project;
    }
    return undefined;
  };
  return {
    canSend: async () => (await find()) !== undefined,
    async send({ to, subject, text }) {
      const project = await find();
      if (project === undefined) return;
      const { host, from, port, encryption, user } = project.settings.weeklyMail;
      if (host === null || from === null) return;
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const composer = new MailComposer({
        from: { name: 'Docwright', address: from },
        to,
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const message = await composer.compile().build();
      const password = await projects.getSecret(project.id, mailPasswordSecret);
      await sendMail({ host, port, encryption, user, password }, { from, to, message }, () => Promise.resolve());
    },
  };
}

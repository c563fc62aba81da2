import type { Project } from '../contract/project.ts';
import type { Projects } from '../projects/projects.ts';
import { findMailServer, missingFor, type MailServers } from './find-mail-server.ts';
import { sendMail, type MailServer } from './mail-server.ts';

/** Mails of the server itself: by its own mail server, else by that of the oldest project that has one. */
export interface Notices {
  readonly canSend: () => Promise<boolean>;
  /** Throws `MailNotSent` and `MailUncertain`; sends nothing where `canSend` says no. */
  readonly send: (notice: { to: string; subject: string; text: string }) => Promise<void>;
}

export function createNotices({ projects }: { projects: MailServers & Pick<Projects, 'list'> }): Notices {
  /** The oldest project with a mail server of its own. */
  const findProject = async (): Promise<Project | undefined> => {
    for (const project of await projects.list())
      if (project.settings.weeklyMail.host !== null && (await missingFor(projects, project)).length === 0)
        return project;
    return undefined;
  };
  const find = async (): Promise<(MailServer & { readonly from: string }) | undefined> => {
    const server = await projects.serverMail.read();
    if (server !== undefined) return { ...server, password: server.password ?? undefined };
    const project = await findProject();
    return project && findMailServer(projects, project);
  };
  return {
    // Asked before anybody has signed in: a secret that cannot be read must not stand in the way.
    canSend: async () => (await projects.serverMail.isSet()) || (await findProject()) !== undefined,
    async send({ to, subject, text }) {
      const server = await find();
      if (server === undefined) return;
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const composer = new MailComposer({
        from: { name: 'Docwright', address: server.from },
        to,
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const message = await composer.compile().build();
      await sendMail(server, { from: server.from, to, message }, () => Promise.resolve());
    },
  };
}

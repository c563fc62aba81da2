import type { Project } from '../contract/project.ts';
import { mailPasswordSecret } from '../contract/weekly-mail.ts';
import type { Projects } from '../projects/projects.ts';
import { MailNotConfigured } from './errors.ts';
import type { MailServer } from './mail-server.ts';

/** What mail servers are looked up in. */
export type MailServers = Pick<Projects, 'secretNames' | 'getSecret'> & {
  readonly serverMail: Pick<Projects['serverMail'], 'isSet' | 'read'>;
};

/** Settings without which no mail can be sent for a project: its own mail server, or that of the whole server. */
export async function missingFor(projects: MailServers, project: Project): Promise<string[]> {
  const { host, from, user } = project.settings.weeklyMail;
  if (host === null && (await projects.serverMail.isSet())) return [];
  const names = user === null ? [] : await projects.secretNames(project.id);
  return [
    ...(host === null ? ['settings.weeklyMail.host'] : []),
    ...(from === null ? ['settings.weeklyMail.from'] : []),
    ...(user !== null && !names.includes(mailPasswordSecret) ? [`the secret ${mailPasswordSecret}`] : []),
  ];
}

/** The project's own mail server, else that of the whole server. Throws `MailNotConfigured`. */
export async function findMailServer(
  projects: MailServers,
  project: Project,
): Promise<MailServer & { readonly from: string }> {
  const { host, from, ...own } = project.settings.weeklyMail;
  const server = host === null ? await projects.serverMail.read() : undefined;
  if (server !== undefined) return { ...server, password: server.password ?? undefined };
  const missing = await missingFor(projects, project);
  if (host === null || from === null || missing.length > 0) throw new MailNotConfigured(missing);
  const password = own.user === null ? undefined : await projects.getSecret(project.id, mailPasswordSecret);
  return { ...own, host, from, password };
}

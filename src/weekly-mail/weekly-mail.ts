import type { Analytics } from '../analytics/analytics.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createPeriodicTask } from '../kernel/periodic-task.ts';
import type { Projects } from '../projects/projects.ts';
import { createMailProject } from './mail-project.ts';
import { createRecipients } from './recipients.ts';
import { createSendDue } from './send-due.ts';
import { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
import { addWeeklyMailRoutes } from './weekly-mail-routes.ts';

export { addMailMetrics } from './mail-metrics.ts';
export { createNotices } from './send-notice.ts';

/** The numbers of the last week of a project, sent to whoever asked for them. */
export interface WeeklyMail {
  addRoutes(app: HttpApp, options: { authenticator: Authenticator }): void;
  /** Begins to look, every minute, whether a mail is due. */
  start(): void;
  /** Ends that; a mail that is being sent is sent. */
  stop(): Promise<void>;
}

export function createWeeklyMail(options: {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly work?: BackgroundWork | undefined;
  readonly projects: Projects;
  readonly beginRead: Analytics['beginRead'];
  /** How people reach this server, without a slash at the end. */
  readonly publicUrl: string;
}): WeeklyMail {
  const mailProject = createMailProject(options);
  const recipients = createRecipients(options);
  const task = createPeriodicTask({
    name: 'sending weekly mail',
    intervalMilliseconds: duration.minute,
    run: createSendDue({ ...options, mailProject }),
    logger: options.logger,
    work: options.work,
  });
  return {
    addRoutes(app, { authenticator }) {
      addWeeklyMailRoutes(app, { ...options, authenticator, recipients, mailProject });
      addUnsubscribeRoutes(app, { recipients });
    },
    start() {
      task.start();
    },
    stop: () => task.stop(),
  };
}

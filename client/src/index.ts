export { createDocwrightClient, type DocwrightClient, type DocwrightClientOptions } from './create-docwright-client.ts';
export { ConnectionFailed, DocwrightError, type Problem } from './errors.ts';
export type { AgentJob, AgentJobEvent, AgentJobStatus } from './job.ts';
export type { AgentJobFilter } from './jobs.ts';
export type { ProjectName } from './projects.ts';
export type { SavedView, ShareLink } from './sharing.ts';
export type {
  Counts,
  DateRange,
  Filters,
  Funnel,
  Goals,
  MissingPage,
  PathCounts,
  Timeseries,
  ValueCounts,
} from './analytics.ts';
export type { MailRecipient, WeeklyMail } from './weekly-mail.ts';

import type { VisitOutlook } from '../analytics/visits/visit-metrics.ts';
import type { Config } from '../config/config.ts';
import type { Diagnosis } from '../contract/diagnosis.ts';
import type { Project } from '../contract/project.ts';
import type { BackgroundFailures } from '../db/background-failures.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { AppError, remedyAt, type Entrance } from '../kernel/app-error.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { ResolveModel } from '../model/create-models.ts';
import type { Projects } from '../projects/projects.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import type { Arrivals, BeginRead } from '../analytics/analytics.ts';
import type { TrustedTime } from '../trusted-time/trusted-time.ts';
import type { Examination, Outcome } from './examination.ts';
import { examineBackground } from './examine-background.ts';
import { examineBackups } from './examine-backups.ts';
import { examineClock } from './examine-clock.ts';
import { examineDisk } from './examine-disk.ts';
import { examineGithubApp } from './examine-github-app.ts';
import { examineJobs } from './examine-jobs.ts';
import { examineKeys } from './examine-keys.ts';
import { examineMails } from './examine-mails.ts';
import { examineReach } from './examine-reach.ts';
import { examineRotation } from './examine-rotation.ts';
import { examineStoredVisits } from './examine-stored-visits.ts';
import { examineVersions } from './examine-versions.ts';
import { examineVisits } from './examine-visits.ts';
import { createTryProject, type TryProject } from './try-project.ts';

export type { TryProject } from './try-project.ts';

export interface Doctor {
  /** Examines everything that an operator looks after, changes nothing, and tells what to do at this entrance. */
  examine(entrance: Entrance): Promise<readonly Diagnosis[]>;
  readonly tryProject: TryProject;
  /** Tries the model of a project that names none and has no key. */
  readonly tryServerModel: () => ReturnType<TryProject['model']>;
}

export interface DoctorOptions {
  readonly config: Pick<Config, 'dataDir' | 'backup' | 'trustedProxies' | 'publicUrl' | 'host' | 'postgres'>;
  readonly db: DatabaseConnection;
  readonly work: Pick<BackgroundFailures, 'list'>;
  readonly visits: () => Promise<Pick<VisitOutlook, 'setAside' | 'knownDamage' | 'waiting'>>;
  readonly clock: Clock;
  readonly trustedTime: Pick<TrustedTime, 'read'>;
  readonly projects: Pick<Projects, 'list' | 'keys' | 'tryRepository'> & {
    readonly githubApp: Pick<Projects['githubApp'], 'describe'>;
  };
  readonly sandbox: Sandbox;
  readonly resolveModel: ResolveModel;
  readonly beginRead: BeginRead;
  readonly readArrivals: Arrivals['read'];
  /** Longest wait for one examination, in milliseconds. */
  readonly patience?: number;
}

/** Longest that one examination takes, so that something far away that hangs keeps nobody waiting. */
const usualPatience = 30 * duration.second;

export function createDoctor({
  config,
  db,
  work,
  visits,
  clock,
  trustedTime,
  projects,
  sandbox,
  resolveModel,
  beginRead,
  readArrivals,
  patience = usualPatience,
}: DoctorOptions): Doctor {
  const tryProject = createTryProject({ projects, resolveModel, sandbox, readArrivals });
  const serverExaminations = (entrance: Entrance): Readonly<Record<string, Examination>> => ({
    versions: () => examineVersions(),
    'data directory': () => examineDisk(config.dataDir),
    clock: () =>
      examineClock({
        clock,
        dataDirectory: config.dataDir,
        isPostgres: config.postgres !== undefined,
        trustedTime,
      }),
    'public URL': () => Promise.resolve(examineReach(config)),
    sandbox: async () => examineSandbox(sandbox, await projects.list()),
    backups: () => examineBackups({ dataDirectory: config.dataDir, backup: config.backup, clock }),
    'master key': () => examineRotation(db, entrance),
    'stored visits': async () => examineStoredVisits(await visits()),
    'GitHub App': async () => examineGithubApp(await projects.githubApp.describe(entrance)),
    'background work': async () => examineBackground(await work.list()),
  });
  const projectExaminations = (project: Project, entrance: Entrance): Readonly<Record<string, Examination>> => ({
    [`repository of ${project.name}`]: () => tryPart(tryProject.repository(project, entrance)),
    [`model of ${project.name}`]: () => tryPart(tryProject.model(project, entrance)),
    [`keys of ${project.name}`]: async () => examineKeys(await projects.keys.list(project.id), clock.now()),
    [`jobs of ${project.name}`]: () => examineJobs(db, project.id, clock.now()),
    [`weekly mail of ${project.name}`]: () => examineMails(db, project.id, clock.now()),
    [`visits of ${project.name}`]: () => examineVisits(beginRead, project, clock.now()),
    [`readers of ${project.name}`]: async () => {
      const { ok, message, remedy, facts } = await tryProject.visitors(project);
      const ignored = facts.map(({ name, value }) => ` ${name}: ${value}.`).join('');
      return { state: ok ? 'ok' : 'warning', message: message + ignored, remedy };
    },
  });
  return {
    tryProject,
    tryServerModel: () => tryProject.model({ id: '', name: '', model: null, settings: { contextTokens: null } }),
    async examine(entrance) {
      const all = await projects.list();
      const examinations = [
        serverExaminations(entrance),
        ...all.map((project) => projectExaminations(project, entrance)),
      ];
      const diagnoses: Diagnosis[] = [];
      // One part at a time: each project reaches for its code host and its model.
      for (const part of examinations)
        diagnoses.push(
          ...(await Promise.all(
            Object.entries(part).map(([name, examine]) => diagnose(name, examine, { entrance, patience })),
          )),
        );
      return diagnoses;
    },
  };
}

async function diagnose(
  name: string,
  examine: Examination,
  { entrance, patience }: { entrance: Entrance; patience: number },
): Promise<Diagnosis> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    silence.reject(new Error(`No answer within ${patience / duration.second} seconds.`));
  }, patience);
  try {
    return { name, ...(await Promise.race([examine(), silence.promise])) };
  } catch (error) {
    const remedy = error instanceof AppError ? remedyAt(entrance, error.facts) : "Check the server's log.";
    const message = redactSecrets(error instanceof Error ? error.message : String(error));
    return { name, state: 'error', message, remedy };
  } finally {
    clearTimeout(timer);
  }
}

async function tryPart(trying: ReturnType<TryProject['model']>): Promise<Outcome> {
  const { ok, message, remedy } = await trying;
  return { state: ok ? 'ok' : 'error', message, remedy };
}

/** Only projects with commands need it. */
async function examineSandbox(sandbox: Sandbox, projects: readonly Project[]): Promise<Outcome> {
  try {
    await sandbox.requireAvailable();
    return { state: 'ok', message: 'Commands of projects can run.', remedy: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const remedy = remedyAt('cli', error.facts);
    const waiting = projects.filter(({ settings }) => settings.buildCommand !== null || hasCommands(settings));
    if (waiting.length === 0) return { state: 'warning', message: error.message, remedy };
    const names = waiting.map(({ name }) => name).join(', ');
    return { state: 'error', message: `${error.message} The commands of ${names} cannot run.`, remedy };
  }
}

function hasCommands({ commands }: Project['settings']): boolean {
  return Object.keys(commands).length > 0;
}

import type { Config } from '../config/config.ts';
import type { Diagnosis } from '../contract/diagnosis.ts';
import type { Project } from '../contract/project.ts';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import { within } from '../kernel/within.ts';
import type { ResolveModel } from '../model/create-models.ts';
import type { Projects } from '../projects/projects.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { BeginRead } from '../analytics/analytics.ts';
import type { Examination, Outcome } from './examination.ts';
import { examineBackups } from './examine-backups.ts';
import { examineClock } from './examine-clock.ts';
import { examineDisk } from './examine-disk.ts';
import { examineKeys } from './examine-keys.ts';
import { examineReach } from './examine-reach.ts';
import { examineVersions } from './examine-versions.ts';
import { examineVisits } from './examine-visits.ts';
import { createTryProject, type TryProject } from './try-project.ts';

export type { TryProject } from './try-project.ts';

export interface Doctor {
  /** Examines everything that an operator looks after, changes nothing, and tells what to do. */
  examine(): Promise<readonly Diagnosis[]>;
  readonly tryProject: TryProject;
  /** Tries the model of a project that names none and has no key. */
  readonly tryServerModel: () => ReturnType<TryProject['model']>;
}

export interface DoctorOptions {
  readonly config: Pick<Config, 'dataDir' | 'backup' | 'trustedProxies' | 'publicUrl' | 'host' | 'postgres'>;
  readonly clock: Clock;
  readonly projects: Pick<Projects, 'list' | 'keys' | 'tryRepository'>;
  readonly sandbox: Sandbox;
  readonly resolveModel: ResolveModel;
  readonly beginRead: BeginRead;
}

/** Longest that one examination takes, so that something far away that hangs keeps nobody waiting. */
const patience = 30 * duration.second;

export function createDoctor({ config, clock, projects, sandbox, resolveModel, beginRead }: DoctorOptions): Doctor {
  const tryProject = createTryProject({ projects, resolveModel });
  const ofServer: Readonly<Record<string, Examination>> = {
    versions: () => examineVersions(),
    'data directory': () => examineDisk(config.dataDir),
    clock: () => examineClock({ clock, dataDirectory: config.dataDir, isPostgres: config.postgres !== undefined }),
    'public address': () => Promise.resolve(examineReach(config)),
    sandbox: () => examineSandbox(sandbox),
    backups: () => examineBackups({ dataDirectory: config.dataDir, backup: config.backup, clock }),
  };
  const ofProject = (project: Project): Readonly<Record<string, Examination>> => ({
    [`repository of ${project.name}`]: () => tryPart(tryProject.repository(project)),
    [`model of ${project.name}`]: () => tryPart(tryProject.model(project)),
    [`keys of ${project.name}`]: async () => examineKeys(await projects.keys.list(project.id), clock.now()),
    [`visits of ${project.name}`]: () => examineVisits(beginRead, project, clock.now()),
  });
  return {
    tryProject,
    tryServerModel: () => tryProject.model({ id: '', name: '', model: null, settings: { contextTokens: null } }),
    async examine() {
      const all = await projects.list();
      const examinations = [ofServer, ...all.map(ofProject)].flatMap((part) => Object.entries(part));
      return Promise.all(examinations.map(([name, examine]) => diagnose(name, examine)));
    },
  };
}

async function diagnose(name: string, examine: Examination): Promise<Diagnosis> {
  try {
    return { name, ...(await within(patience, examine, () => new Error(`No answer within ${patience / 1000} s.`))) };
  } catch (error) {
    const remedy = error instanceof AppError ? remedyAt('cli', error.facts) : 'Look at the log of the server.';
    return { name, state: 'error', message: error instanceof Error ? error.message : String(error), remedy };
  }
}

async function tryPart(trying: ReturnType<TryProject['model']>): Promise<Outcome> {
  const { ok, message, remedy } = await trying;
  return { state: ok ? 'ok' : 'error', message, remedy };
}

/** Only projects with a build command need it. */
async function examineSandbox(sandbox: Sandbox): Promise<Outcome> {
  try {
    await sandbox.requireAvailable();
    return { state: 'ok', message: 'Build commands of projects can run.', remedy: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'warning', message: error.message, remedy: remedyAt('cli', error.facts) };
  }
}

import { openOnSqlite, type OpenTestDatabase } from '../db/every-database.fixture.ts';
import { leaseTimeOf, type LeaseTime } from '../db/lease-time.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createLocalWakeups } from '../db/wakeups.ts';
import { createManualClock, type DeletionTime, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore, type ProjectStore } from '../projects/project-store.ts';
import { createJobEvents, type JobEvents } from './jobs/job-events.ts';
import { createJobQueue, type JobQueue } from './jobs/job-queue.ts';
import { createJobStore, type JobStore, type NewJob } from './jobs/job-store.ts';

/** A fresh database with one project, and the stores over it. */
export interface AgentFixture {
  readonly db: DatabaseConnection;
  readonly clock: ManualClock;
  /** The same clock, trusted. */
  readonly deletionTime: DeletionTime;
  /** The same. */
  readonly steadyClock: ManualClock;
  readonly leaseTime: LeaseTime;
  readonly projects: ProjectStore;
  readonly projectId: string;
  readonly events: JobEvents;
  readonly jobs: JobStore;
  readonly queue: JobQueue;
  addProject(name: string): Promise<string>;
  accept(request?: Partial<NewJob> & { prompt?: string }): ReturnType<JobStore['accept']>;
  /** See `TestDatabase`. */
  another(): Promise<DatabaseConnection>;
  close(): Promise<void>;
}

export const leaseMilliseconds = 30_000;

export async function createAgentFixture(open: OpenTestDatabase = openOnSqlite): Promise<AgentFixture> {
  const database = await open();
  const { db } = database;
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const projects = createProjectStore({ db, secretBox: createSecretBox(Buffer.alloc(32, 1)), clock });
  const events = createJobEvents({ db, wakeups: createLocalWakeups() });
  const localRepositoryUrl = (projectId: string) => `https://docs.example/projects/${projectId}/pulls`;
  const jobs = createJobStore({
    db,
    clock,
    deletionTime: () => clock.now(),
    events,
    localRepositoryUrl,
    onQueued: () => undefined,
  });
  const queue = createJobQueue({ db, clock, leaseTime: leaseTimeOf(clock), owner: 'test', leaseMilliseconds });
  const addProject = async (name: string) => {
    const project = await projects.create({ name, codeHost: 'local', repositoryUrl: '/tmp/docs.git' }, 'test');
    return project.id;
  };
  const projectId = await addProject('docs');
  return {
    db,
    clock,
    deletionTime: () => clock.now(),
    steadyClock: clock,
    leaseTime: leaseTimeOf(clock),
    projects,
    projectId,
    events,
    jobs,
    queue,
    addProject,
    accept: ({ prompt = 'Fix the typos', ...overrides } = {}) => {
      // Jobs accepted within one millisecond have no order.
      clock.advance(1);
      return jobs.accept({
        projectId,
        request: { prompt },
        model: 'scripted/test',
        repository: 'file:///tmp/docs.git',
        baseBranch: null,
        draft: false,
        jobsPerHour: 100,
        idempotent: undefined,
        ...overrides,
      });
    },
    another: () => database.another(),
    close: () => database.close(),
  };
}

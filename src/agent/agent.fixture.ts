import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDatabase, type DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, type ManualClock } from '../kernel/clock.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore, type ProjectStore } from '../projects/project-store.ts';
import { createJobEvents, type JobEvents } from './jobs/job-events.ts';
import { createJobQueue, type JobQueue } from './jobs/job-queue.ts';
import { createJobStore, type JobStore, type NewJob } from './jobs/job-store.ts';

/** A fresh database file with one project, and the stores over it. */
export interface AgentFixture {
  readonly db: DatabaseConnection;
  readonly clock: ManualClock;
  /** The same. */
  readonly steadyClock: ManualClock;
  readonly projects: ProjectStore;
  readonly projectId: string;
  readonly events: JobEvents;
  readonly jobs: JobStore;
  readonly queue: JobQueue;
  addProject(name: string): Promise<string>;
  accept(request?: Partial<NewJob> & { prompt?: string }): ReturnType<JobStore['accept']>;
  close(): Promise<void>;
}

export const leaseMilliseconds = 30_000;

export async function createAgentFixture(): Promise<AgentFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-agent-'));
  const db = await openSqliteDatabase(join(folder, 'main.sqlite'));
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const projects = createProjectStore({ db, secretBox: createSecretBox(Buffer.alloc(32, 1)), clock });
  const events = createJobEvents({ db });
  const localRepositoryUrl = (projectId: string) => `https://docs.example/projects/${projectId}/pulls`;
  const jobs = createJobStore({ db, clock, events, localRepositoryUrl, onQueued: () => undefined });
  const queue = createJobQueue({ db, clock, steadyClock: clock, owner: 'test', leaseMilliseconds });
  const addProject = async (name: string) => {
    const project = await projects.create({ name, codeHost: 'local', repositoryUrl: '/tmp/docs.git' }, 'test');
    return project.id;
  };
  const projectId = await addProject('docs');
  return {
    db,
    clock,
    steadyClock: clock,
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
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

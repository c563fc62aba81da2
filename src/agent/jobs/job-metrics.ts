import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { jobFailureSchema } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { duration, type Clock } from '../../kernel/clock.ts';

const states = ['queued', 'running', 'waiting'] as const;

/** Adds metrics that show whether there are enough workers, and which jobs fail. Every process reports all jobs. */
export function addJobMetrics(registry: Registry, { db, clock }: { db: DatabaseConnection; clock: Clock }): void {
  addFailedJobs(registry, { db, clock });
  const gauge = new Gauge({
    name: 'docwright_jobs',
    help: 'Active jobs: queued, running, and waiting for an unavailable service. Each process reports the jobs of all processes.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const rows = await db
        .selectFrom('jobs')
        .select([
          sql<string>`case when lease_owner is not null then 'running' when waiting is not null then 'waiting' else 'queued' end`.as(
            'state',
          ),
          sql<number>`count(*)`.as('jobs'),
        ])
        .where('status', '=', 'active')
        .groupBy('state')
        .execute()
        // Whoever watches must see the other numbers while the database is away.
        .catch(() => undefined);
      for (const state of states) {
        if (rows === undefined) gauge.remove({ state });
        else gauge.set({ state }, rows.find((row) => row.state === state)?.jobs ?? 0);
      }
    },
  });
}

/** Of one day; larger numbers add no information. */
const mostFailed = 10_000;

function addFailedJobs(registry: Registry, { db, clock }: { db: DatabaseConnection; clock: Clock }): void {
  const gauge = new Gauge({
    name: 'docwright_jobs_failed_last_day',
    help: 'Jobs that failed in the last 24 hours, by the code of their failure. Each process reports the jobs of all processes.',
    labelNames: ['code'],
    registers: [registry],
    collect: async () => {
      const rows = await db
        .selectFrom('jobs')
        .select('failure')
        .where('status', '=', 'failed')
        .where('updated_at', '>', clock.now() - duration.day)
        .limit(mostFailed)
        .execute()
        .catch(() => []);
      gauge.reset();
      for (const { failure } of rows) {
        const { data } = jobFailureSchema.pick({ code: true }).safeParse(failure === null ? {} : JSON.parse(failure));
        gauge.inc({ code: data?.code ?? 'unknown' });
      }
    },
  });
}

/**
 * Leases and fairness of many workers, simulated over the real queue: `node bench/scale/leases.ts [--workers 1000 --projects 200
 * --jobs 3333 --minutes 20 --seed 1 --database sqlite|postgres]`. Jobs of five minutes, as of 10,000 an hour; half of them are ordered by one project at once, and each worker
 * vanishes once in 83 minutes. The database is a file in the folder of TMPDIR, best one in memory.
 */
import { parseArgs } from 'node:util';
import { duration } from '../../src/kernel/clock.ts';
import { openDatabaseOfScale } from './open-database-of-scale.ts';
import { simulateWorkers } from './simulate-workers.ts';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1000' },
    projects: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '3333' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const database = await openDatabaseOfScale(values.database);
const databaseBefore = database.processorSeconds();
const before = process.cpuUsage();
const report = await simulateWorkers(
  {
    workers: Number(values.workers),
    projects: Number(values.projects),
    jobs: Number(values.jobs),
    arrivalMs: Number(values.minutes) * duration.minute,
    meanWorkMs: 5 * duration.minute,
    vanishEveryMs: (5_000 * duration.second) / Number(values.workers),
    seed: Number(values.seed),
  },
  database.open,
);
const { user, system } = process.cpuUsage(before);
const seconds = {
  processorSeconds: Math.round((user + system) / 1e6),
  databaseSeconds: Math.round(database.processorSeconds() - databaseBefore),
};
console.log(JSON.stringify({ ...report, ...seconds }, undefined, 2));
await database.close();

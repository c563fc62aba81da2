/**
 * Starts a server many times under load and tells how long the first answers take, by hand:
 * `node test/endurance/starts.ts --starts 200 [--folder DIR] [--projects 500] [--views 2000000]`. Without a shape it
 * takes both: 2 million views of one project, and 500 projects. Ends with 1 where a request was refused or failed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../free-port.ts';
import { prepareData } from './prepared-data.ts';
import { startUnderLoad, type Start } from './start-under-load.ts';

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '200' },
    folder: { type: 'string', default: tmpdir() },
    projects: { type: 'string' },
    views: { type: 'string' },
  },
});
const shapes =
  values.projects === undefined && values.views === undefined
    ? [
        { projects: 1, views: 2_000_000 },
        { projects: 500, views: 500_000 },
      ]
    : [{ projects: Number(values.projects ?? 1), views: Number(values.views ?? 2_000_000) }];
const count = Number(values.starts);
mkdirSync(values.folder, { recursive: true });

for (const shape of shapes) {
  const folder = mkdtempSync(join(values.folder, 'starts-'));
  try {
    const name = `${shape.views.toLocaleString('en')} views of ${shape.projects} projects`;
    console.log(`${name}: preparing`);
    const data = await prepareData(folder, shape);
    const starts: Start[] = [];
    for (let round = 0; round < count; round += 1) {
      // Every other one is killed, so that the next start has a log to recover.
      const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
      starts.push(await startUnderLoad(data, { port: await freePort(), round, signal }));
      if (round % 20 === 19) report(`${name}, ${round + 1} starts`, starts);
    }
    report(`${name}, all ${count} starts`, starts);
    if (starts.some(({ refused }) => refused.length > 0)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(title: string, starts: readonly Start[]): void {
  const spread = (of: (start: Start) => number) => {
    const sorted = starts.map(of).sort((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return `median ${at(0.5)}, 95 of 100 ${at(0.95)}, slowest ${at(1)} ms`;
  };
  const refused = starts.flatMap((start) => start.refused);
  const answered = starts.reduce((sum, start) => sum + start.answered, 0);
  console.log(`${title}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  console.log(`  ready            ${spread(({ readyMs }) => readyMs)}`);
  console.log(`  first export     ${spread(({ firstExportMs }) => firstExportMs)}`);
  console.log(`  processor time   ${spread(({ processorMs }) => processorMs)} until then`);
  console.log(`  slowest ingest   ${spread(({ slowestIngestMs }) => slowestIngestMs)}`);
  console.log(`  ${answered} requests answered, ${refused.length} not${refused.length > 0 ? `: ${refused[0]}` : ''}`);
}

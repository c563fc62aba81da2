/**
 * What a walk of 20 pages over HTTP costs the server beside its first page: processor time of all its threads.
 *
 *   node bench/walk.ts [--views 1000000] [--runs 3]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../src/http/listen/server.ts';
import { duration } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { bulkLoad } from './engines/bulk-load.ts';
import { generateTraffic, trafficStart } from './generate-views.ts';
import { openDocwright } from './ingest/open-docwright.ts';
import type { ServerAddress } from './ingest/server-report.ts';

const { values } = parseArgs({
  options: {
    views: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    /** Of the server's process. */
    serve: { type: 'string' },
  },
});
const pages = 20;
const limit = 250;

/** Says what it spent since it was last asked, in milliseconds. */
async function serve(folder: string): Promise<void> {
  const { application, project, apiKey } = await openDocwright(folder);
  const analytics = { ...project.settings.analytics, readsPerMinute: 1_000_000 };
  await application.projects.update(project.id, { settings: { analytics } }, 'bench');
  const { draining, http: app } = application;
  const { url } = await startServer({ app, host: '127.0.0.1', port: 0, logger: silentLogger, draining });
  let before = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before);
    process.send?.((user + system) / 1_000);
    before = process.cpuUsage();
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url, projectId: project.id, apiKey } satisfies ServerAddress);
}

async function measure(folder: string): Promise<BenchRow[]> {
  const { application, project } = await openDocwright(folder);
  await application.close();
  const views = Number(values.views);
  const traffic = generateTraffic({ seed: 1, views, days: 30, pages: pages * limit, visitors: Math.ceil(views / 10) });
  bulkLoad(join(folder, 'data'), traffic, project.id);
  const server = fork(import.meta.filename, ['--serve', folder], { stdio: 'inherit' });
  const [{ url, projectId, apiKey }] = (await once(server, 'message')) as [ServerAddress];
  let asked = 0;
  /** From another day before all views each time, so that no answer is kept from before. */
  const walk = async (count: number) => {
    asked += 1;
    const dateFrom = new Date(trafficStart - asked * duration.day).toISOString();
    for (let page = 0; page < count; page += 1) {
      const query = `dateFrom=${dateFrom}&limit=${limit}&offset=${page * limit}`;
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${url}/v1/analytics/${projectId}/visitors?${query}`, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
    }
    server.send('spent');
    return ((await once(server, 'message')) as [number])[0];
  };
  for (let time = 0; time < 5; time += 1) await walk(pages);
  const rows: BenchRow[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const first = await walk(1);
    rows.push({ work: `a walk of ${pages} pages`, ours: await walk(pages), peer: 'its first page', theirs: first });
  }
  server.disconnect();
  await once(server, 'exit');
  return rows;
}

if (values.serve !== undefined) await serve(values.serve);
else {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-walk-'));
  printRows(await measure(folder));
  rmSync(folder, { recursive: true });
}

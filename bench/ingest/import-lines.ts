import { importLog } from '../../src/analytics/collect/log-files/import-log.ts';
import { openLogFile } from '../../src/analytics/collect/log-files/open-log.ts';
import { openDocwright } from './open-docwright.ts';
import { watchEffort, type ServerReport } from './server-report.ts';

export interface ImportReport extends ServerReport {
  readonly seconds: number;
}

const [folder = '', file = ''] = process.argv.slice(2);
const { application, project } = await openDocwright(folder);
const effort = watchEffort();
effort.begin();
const started = performance.now();
await importLog(await openLogFile(file), { deliver: (hits) => application.analytics.recordHits(project, hits) });
const seconds = (performance.now() - started) / 1000;
const spent = effort.read();
const { views } = await application.analytics.visits.usage(project.id);
process.send?.({ seconds, stored: views, ...spent } satisfies ImportReport);
await application.close();
process.disconnect();

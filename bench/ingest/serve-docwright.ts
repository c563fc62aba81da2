import { startServer } from '../../src/http/listen/server.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openDocwright } from './open-docwright.ts';
import { reportServer } from './server-report.ts';

const { application, project, apiKey } = await openDocwright(process.argv[2] ?? '');
const draining = application.draining;
const server = await startServer({ app: application.http, host: '127.0.0.1', port: 0, logger: silentLogger, draining });
reportServer(
  { url: server.url, projectId: project.id, apiKey },
  async () => (await application.analytics.visits.usage(project.id)).views,
  async () => {
    await server.drain({ graceMilliseconds: 0 });
    await application.close();
  },
);

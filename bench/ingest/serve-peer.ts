import { Hono } from 'hono';
import { startServer } from '../../src/http/listen/server.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openJsonRows } from './json-rows.ts';
import { reportServer } from './server-report.ts';

/** What the least of services does: parses the JSON, classifies nothing, and inserts it. */
const rows = openJsonRows(process.argv[2] ?? '');
const app = new Hono();
app.post('/v1/ingest/:projectId/events', async (context) => {
  const events = await context.req.json<unknown[]>();
  rows.insert(events.map((event) => JSON.stringify(event)));
  return context.json({ accepted: events.length }, 202);
});
app.post('/v1/collect', async (context) => {
  rows.insert([JSON.stringify(JSON.parse(await context.req.text()))]);
  return context.body(null, 202);
});
const server = await startServer({
  app: { fetch: app.fetch },
  host: '127.0.0.1',
  port: 0,
  logger: silentLogger,
  draining: new AbortController(),
});
reportServer(
  { url: server.url, projectId: 'peer', apiKey: 'none' },
  () => Promise.resolve(rows.count()),
  () => server.drain({ graceMilliseconds: 0 }),
);

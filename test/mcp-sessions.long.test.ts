import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatchedServer, type WatchedProject, type WatchedServer } from './hostile/start-watched-server.ts';

const sessions = 500;
const finish = { tool: 'finish', input: { title: 'Never', summary: 'Never.' } };
const endless = { description: 'Never answers.', turns: [{ calls: [finish], waitMilliseconds: 600_000 }] };

let server: WatchedServer;
let project: WatchedProject;
beforeAll(async () => {
  server = await startWatchedServer({ transcripts: { endless } });
  project = await server.addProject('docs', { 'index.md': '# Welcome\n' });
});
afterAll(() => server.stop());

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${project.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** All wait for the same job at once, which then ends. */
async function waitTogether(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: sessions }, connect));
  const tools = await Promise.all(clients.map((client) => client.listTools()));
  expect(new Set(tools.map((listed) => JSON.stringify(listed.tools))).size).toBe(1);
  const order = { name: 'start_job', arguments: { prompt: 'Wait', model: 'scripted/endless' } };
  const { structuredContent } = (await clients[0]?.callTool(order)) ?? {};
  const { id } = (structuredContent as { job: { id: string } }).job;
  const waits = clients.map((client) => {
    const isWaiting = Promise.withResolvers<undefined>();
    const ended = client.callTool(
      { name: 'job', arguments: { id, waitSeconds: 300 } },
      {
        timeout: 300_000,
        onprogress: () => {
          isWaiting.resolve(undefined);
        },
      },
    );
    return { isWaiting: isWaiting.promise, ended };
  });
  await Promise.all(waits.map(({ isWaiting }) => isWaiting));
  const { status } = await fetch(`${server.url}/v2/agent/${project.projectId}/job/${id}/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.apiKey}` },
  });
  expect(status).toBe(200);
  const answers = await Promise.all(waits.map(({ ended }) => ended));
  for (const answer of answers) expect(answer.structuredContent).toMatchObject({ job: { id, status: 'archived' } });
  await Promise.all(clients.map((client) => client.close()));
}

it('answers 500 sessions that wait at once, in bounded memory', { timeout: 600_000 }, async () => {
  const { heldMs, grownBytes, failed } = await server.watch(waitTogether);
  process.stderr.write(`500 sessions: held ${heldMs} ms, grew by ${Math.round(grownBytes / 1024 / 1024)} MB\n`);
  expect(failed).toBe(0);
  expect(grownBytes).toBeLessThan(256 * 1024 * 1024);
});

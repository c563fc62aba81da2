import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { agentJobSchema } from '../../src/contract/agent-job.ts';
import { duration } from '../../src/kernel/clock.ts';
import { startRunningServer } from '../running-server.ts';

/** A real server with enough in it that attacks come past the first 404, and with limits too high to end them. */
export interface AttackedServer {
  readonly url: string;
  readonly projectId: string;
  /** Has every scope. */
  readonly key: string;
  /** A job with a pull request, one that was archived, and one that is still to be worked on. */
  readonly jobIds: readonly string[];
  stop(): Promise<void>;
}

const transcript = JSON.parse(
  readFileSync(join(import.meta.dirname, '../dashboard/transcripts/quick.json'), 'utf8'),
) as object;
const jobDeadline = 2 * duration.minute;

export async function startAttackedServer(): Promise<AttackedServer> {
  const server = await startRunningServer({ page: transcript }, { workers: 1 });
  const { url, projectId } = server;
  const key = await server.administer(async ({ projects }) => {
    const settings = {
      jobsPerHour: 100_000,
      analytics: { readsPerMinute: 1_000_000, sites: ['https://docs.example'], humanSource: 'both' },
    };
    await projects.update(projectId, { model: 'scripted/page', settings }, 'test');
    const scopes = ['agent:read', 'agent:write', 'analytics:read', 'analytics:write', 'ingest'] as const;
    return (await projects.keys.create(projectId, { name: 'attacker', scopes: [...scopes] }, 'test')).key;
  });

  async function post(path: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
  const createJob = async () =>
    agentJobSchema.parse(await post(`/v2/agent/${projectId}/job`, { prompt: 'Add a page' })).id;
  async function untilEnded(id: string): Promise<void> {
    const giveUp = AbortSignal.timeout(jobDeadline);
    for (;;) {
      const path = `${url}/v2/agent/${projectId}/job/${id}`;
      const response = await fetch(path, { headers: { authorization: `Bearer ${key}` }, signal: giveUp });
      if (agentJobSchema.parse(await response.json()).status !== 'active') return;
      await wait(200, undefined, { signal: giveUp });
    }
  }

  try {
    await post(`/v1/ingest/${projectId}/events`, sampleEvents());
    const [changed, archived] = [await createJob(), await createJob()];
    await post(`/v2/agent/${projectId}/job/${archived}/archive`);
    await untilEnded(changed);
    const jobIds = [changed, archived, await createJob()];
    return { url, projectId, key, jobIds, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A month of a few visitors, people and AI. */
function sampleEvents(): object[] {
  const agents = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'ChatGPT-User/1.0',
    'GPTBot/1.2',
  ];
  return Array.from({ length: 600 }, (_, index) => ({
    timestamp: Date.now() - index * duration.hour,
    path: `/page-${index % 17}`,
    ip: `203.0.113.${index % 31}`,
    userAgent: agents[index % agents.length],
  }));
}

import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDocwrightClient,
  type AgentJob,
  type AgentJobEvent,
  type DocwrightClient,
} from '../../client/src/index.ts';
import { readConfig, type Config } from '../config/config.ts';
import { buildDashboard } from '../dashboard-files/build-dashboard.ts';
import { createLogger } from '../kernel/logger.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import { openApplication } from '../main.ts';
import { createModels } from '../model/create-models.ts';
import { serve, type ServingProcess } from '../serve.ts';
import { checkDemoFolder, claimDemoFolder, releaseDemoFolder } from './demo-folder.ts';
import { prepareDemo, sampleOrigin, type PreparedDemo } from './prepare-demo.ts';
import { sampleTraffic } from './sample-traffic.ts';

const demoPrompt = 'Add a quickstart for the Python SDK and fix the broken links.';
const scriptedModel = 'scripted/demo';
const sampleDays = 90;
const sampleViewsPerDay = 300;

/** What the demo tells while it runs, one call per sentence or event. */
export interface DemoReport {
  readonly say: (line: string) => void;
  readonly showEvent: (event: AgentJobEvent) => void;
}

export interface RunningDemo {
  readonly server: ServingProcess;
  readonly prepared: PreparedDemo;
  readonly job: AgentJob;
  readonly client: DocwrightClient;
  readonly model: string;
  readonly visitors: Awaited<ReturnType<DocwrightClient['visitors']>>;
  readonly owner: { readonly email: string; readonly password: string };
}

/**
 * The main job on the embedded default, through the public API: a sample repository, 90 days of sample traffic, an agent
 * job that opens a pull request, and an export of visitors. The server keeps running until it is stopped.
 */
export async function runDemo(
  environment: Readonly<Record<string, string | undefined>>,
  { say, showEvent }: DemoReport,
): Promise<RunningDemo> {
  const config = readConfig(environment);
  await checkDemoFolder(config.dataDir);
  const model = createModels({ config: config.models }).default() ?? scriptedModel;
  say(
    model === scriptedModel
      ? 'No model key is configured, so the SCRIPTED model replays recorded changes: real jobs and real pull requests, but no real model. Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY for a real model.'
      : `The agent uses ${model}, with the key from your environment.`,
  );
  const { server, prepared } = await startDemoServer({ environment, config, model, say });
  say(`Created a sample docs repository in ${prepared.repositoryPath}`);
  say(`The server runs at ${server.url}`);
  try {
    const owner = await createOwner(server);
    const views = await sendTraffic(server.url, prepared);
    say(`Sent ${sampleDays} days of generated sample traffic: ${views} page requests.`);
    const client = createDocwrightClient({ baseUrl: server.url, apiKey: prepared.adminKey });
    const { projectId } = prepared;
    const { id } = await client.createJob({ projectId, prompt: demoPrompt });
    say(`Created the job ${id}: ${demoPrompt}`);
    const job = await client.waitForJob({ projectId, id, onEvent: showEvent });
    const visitors = await client.visitors({ projectId, limit: 10 });
    return { server, prepared, job, client, model, visitors, owner };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Nothing of the folder is touched before the port is known to be free. */
async function startDemoServer({
  environment,
  config,
  model,
  say,
}: {
  environment: Readonly<Record<string, string | undefined>>;
  config: Config;
  model: string;
  say: (line: string) => void;
}): Promise<Pick<RunningDemo, 'server' | 'prepared'>> {
  const prepared = Promise.withResolvers<PreparedDemo>();
  const server = await serve(environment, {
    prepareData: async (url) => {
      await claimDemoFolder(config.dataDir, url);
      const logger = createLogger({ level: 'warn', redact: redactSecrets });
      const named = { ...config, localRoots: 'anywhere' } as const;
      const application = await openApplication({ config: named, publicUrl: url, logger });
      prepared.resolve(await prepareDemo(application, model).finally(() => application.close()));
    },
    prepareDashboard: () => buildDashboard(say),
  });
  const stop = async () => {
    await server.stop();
    await releaseDemoFolder(config.dataDir);
  };
  return { server: { ...server, stop }, prepared: await prepared.promise };
}

/** Takes the set-up link of the new server, as its first visitor would. */
async function createOwner(server: ServingProcess): Promise<{ email: string; password: string }> {
  const owner = { email: 'demo@docwright.example', password: randomBytes(12).toString('base64url') };
  const token = new URL(server.setUpLink ?? server.url).hash.slice(1);
  await post(`${server.url}/api/dashboard/invitations/accept`, {
    headers: { 'x-docwright-dashboard': '1', origin: server.url },
    body: { token, name: 'Demo', ...owner },
  });
  return owner;
}

async function sendTraffic(url: string, { projectId, ingestKey }: PreparedDemo): Promise<number> {
  const until = Date.now();
  let sent = 0;
  const days = sampleTraffic({
    pages: samplePages(),
    origin: sampleOrigin,
    until,
    days: sampleDays,
    viewsPerDay: sampleViewsPerDay,
    seed: 2026,
  });
  for (const events of days) {
    if (events.length === 0) continue;
    const headers = { authorization: `Bearer ${ingestKey}` };
    await post(`${url}/v1/ingest/${projectId}/events`, { headers, body: events });
    sent += events.length;
  }
  return sent;
}

/** Paths of the sample site, the front page and the quickstarts first, as readers would have it. */
function samplePages(): string[] {
  const files = globSync('**/*.mdx', { cwd: join(import.meta.dirname, 'sample-site') }).sort();
  const paths = files.map((file) => (file === 'index.mdx' ? '/' : `/${file.replace(/\.mdx$/, '')}`));
  const rank = (path: string) => (path === '/' ? 0 : path.startsWith('/quickstarts') ? 1 : 2);
  return [...paths, '/llms.txt'].sort((a, b) => rank(a) - rank(b));
}

async function post(url: string, request: { headers: Record<string, string>; body: unknown }): Promise<void> {
  // eslint-disable-next-line no-restricted-globals -- it stays on this machine
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
  });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`);
}

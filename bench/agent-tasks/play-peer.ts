import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { openAiChatWire } from '../../src/model/ai-sdk/doubles/openai-chat.ts';
import { openAiResponsesWire } from '../../src/model/ai-sdk/doubles/openai-responses.ts';
import { serveDouble } from '../../src/model/ai-sdk/doubles/serve-double.ts';
import { transcriptSchema } from '../../src/model/scripted/transcript.ts';
import { runProgram } from '../run-program.ts';
import { putSite, readIfThere, type PlayedTask } from './play-task.ts';
import type { ScriptedTask } from './tasks.ts';

export type Peer = 'codex' | 'opencode';

/** The same task with another agent, which does it in its shell. Throws when it does not get it done. */
export async function playPeer(
  peer: Peer,
  program: string,
  task: ScriptedTask & { readonly shell: readonly string[] },
): Promise<PlayedTask> {
  // Codex takes no home in a temporary folder.
  const folder = mkdtempSync(join(homedir(), '.docwright-peer-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  mkdirSync(work, { recursive: true });
  putSite(task, work);
  const calls = task.shell.map((command) => ({ calls: [callOf(peer, command, work)] }));
  // Opencode asks for a title first.
  const first = peer === 'opencode' ? [{ text: 'A task' }] : [];
  const { turns } = transcriptSchema.parse({ description: peer, turns: [...first, ...calls, { text: 'Done.' }] });
  const wire = peer === 'codex' ? openAiResponsesWire : openAiChatWire;
  const double = await serveDouble({ wire, turns, key: 'key' });
  try {
    const env = { PATH: process.env['PATH'], HOME: home, PEER_KEY: 'key', OPENCODE_DISABLE_MODELS_FETCH: '1' };
    const options = argumentsOf(peer, { home, work, baseUrl: double.baseUrl, prompt: task.prompt });
    const said = await runProgram(program, options, { env, cwd: work, milliseconds: 120_000 });
    const isDone = task.isDone((path) => readIfThere(join(work, path)));
    if (!isDone) throw new Error(`${peer} did not do '${task.name}': ${said.slice(-2_000)}`);
    const sent = double.requests.filter(({ body }) => body !== '');
    return {
      calls: sent.length,
      bytes: sent.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
      isDone,
      failures: [],
    };
  } finally {
    await double.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function callOf(peer: Peer, command: string, work: string): { tool: string; input: object } {
  if (peer === 'codex') return { tool: 'exec_command', input: { cmd: command, workdir: work } };
  return { tool: 'bash', input: { command, description: 'Does a step' } };
}

function argumentsOf(
  peer: Peer,
  { home, work, baseUrl, prompt }: { home: string; work: string; baseUrl: string; prompt: string },
): string[] {
  if (peer === 'codex') {
    mkdirSync(join(home, '.codex'), { recursive: true });
    const provider = `name = "double"\nbase_url = "${baseUrl}"\nwire_api = "responses"\nenv_key = "PEER_KEY"\n`;
    const settings = `model = "gpt-5"\nmodel_provider = "double"\n[model_providers.double]\n${provider}`;
    writeFileSync(join(home, '.codex', 'config.toml'), settings);
    return ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-C', work, prompt];
  }
  mkdirSync(home, { recursive: true });
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: baseUrl, apiKey: 'key' },
    models: { model: {} },
  };
  writeFileSync(
    join(work, 'opencode.json'),
    JSON.stringify({ provider: { double: provider }, permission: { '*': 'allow' }, model: 'double/model' }),
  );
  return ['run', '--model', 'double/model', prompt];
}

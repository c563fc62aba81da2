import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAiResponsesWire } from '../src/model/ai-sdk/doubles/openai-responses.ts';
import { serveDouble } from '../src/model/ai-sdk/doubles/serve-double.ts';
import { transcriptSchema } from '../src/model/scripted/transcript.ts';
import { runProgram } from './run-program.ts';

/** What one run of another agent took. */
export interface PeerRun {
  readonly seconds: number;
  /** Peak resident memory of the process, in megabytes; undefined where the system has no `/usr/bin/time`. */
  readonly megabytes: number | undefined;
}

/**
 * One run of `codex exec` (npm `@openai/codex`) against a scripted model that answers at once: it edits one file in a
 * folder. It clones nothing, checks nothing and opens no pull request. Throws when the file was not edited.
 */
export async function runCodex(binary: string, folder: string): Promise<PeerRun> {
  const [home, work] = [join(folder, 'codex-home'), join(folder, 'codex-work')];
  mkdirSync(join(home, '.codex'), { recursive: true });
  mkdirSync(work, { recursive: true });
  const file = join(work, 'guide.md');
  writeFileSync(file, 'This is teh guide.\n');
  const edit = { tool: 'exec_command', input: { cmd: 'sed -i s/teh/the/ guide.md', workdir: work } };
  const { turns } = transcriptSchema.parse({ description: 'peer', turns: [{ calls: [edit] }, { text: 'Done.' }] });
  const double = await serveDouble({ wire: openAiResponsesWire, turns, key: 'key' });
  const provider = `name = "double"\nbase_url = "${double.baseUrl}"\nwire_api = "responses"\nenv_key = "PEER_KEY"\n`;
  const settings = `model = "gpt-5"\nmodel_provider = "double"\n[model_providers.double]\n${provider}`;
  writeFileSync(join(home, '.codex', 'config.toml'), settings);
  const options = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-C', work, 'Fix the typo'];
  const environment = { PATH: process.env['PATH'], HOME: home, PEER_KEY: 'key' };
  const started = performance.now();
  const limits = { env: environment, milliseconds: 60_000 };
  const said = await runProgram('/usr/bin/time', ['-v', binary, 'exec', ...options], limits);
  const seconds = (performance.now() - started) / 1000;
  await double.close();
  if (readFileSync(file, 'utf8') !== 'This is the guide.\n') throw new Error(`codex did not edit the file: ${said}`);
  const kilobytes = /Maximum resident set size \(kbytes\): (\d+)/.exec(said)?.[1];
  return { seconds, megabytes: kilobytes === undefined ? undefined : Number(kilobytes) / 1000 };
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandEnvironment } from './command-environment.ts';
import type { EngineReport } from './visitor-question.ts';

const run = promisify(execFile);

/** Every engine in a process of its own, so that its memory is its own. */
export async function runEngine(name: string, ...parameters: string[]): Promise<EngineReport> {
  console.log(`${name} ${parameters[0] === 'load' ? 'load' : ''}...`);
  const script = join(import.meta.dirname, 'engines', `${name}.ts`);
  const env = { ...process.env, ...(name === 'embedded' && commandEnvironment) };
  const { stdout } = await run(process.execPath, [script, ...parameters], { maxBuffer: 2 ** 28, env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as EngineReport;
}

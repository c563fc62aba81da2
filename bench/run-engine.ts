import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineReport } from './visitor-question.ts';

const run = promisify(execFile);

/** What the `docwright` command sets before it starts Node. */
const environment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

/** Every engine in a process of its own, so that its memory is its own. */
export async function runEngine(name: string, ...parameters: string[]): Promise<EngineReport> {
  console.log(`${name} ${parameters[0] === 'load' ? 'load' : ''}...`);
  const script = join(import.meta.dirname, 'engines', `${name}.ts`);
  const env = { ...process.env, ...(name === 'embedded' && environment) };
  const { stdout } = await run(process.execPath, [script, ...parameters], { maxBuffer: 2 ** 28, env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as EngineReport;
}

/** `npm run check`: what can be said of the code without running it, as many checks at a time as there are processors. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Scripts of package.json; the longest one first. */
const waiting = ['lint', 'typecheck', 'formatted', 'architecture', 'unused'];

/** Runs one check to its end and prints what it said; false when it found something. */
async function passes(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${script}`);
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

async function worker(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    if (!(await passes(script))) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, worker));

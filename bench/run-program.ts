import { spawn } from 'node:child_process';

/** What a program said on both of its outputs, however it ended. It is killed after `milliseconds`. */
export function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd, milliseconds }: { env: NodeJS.ProcessEnv; cwd?: string; milliseconds: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: milliseconds });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
    }
    child.on('error', reject);
    child.on('close', () => {
      resolve(said);
    });
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface Ran {
  readonly code: number;
  /** Standard output and standard error, as a terminal shows them. */
  readonly output: string;
}

/** A terminal that remembers variables and the folder from one block of commands to the next. */
export interface Shell {
  /** Runs commands to their end. */
  run(commands: string): Promise<Ran>;
  /** Starts commands that go on, and waits until they print `ready`, or end. */
  startServer(commands: string, ready: string): Promise<Ran>;
  stopServer(): Promise<void>;
  /** The commands of the server that runs. */
  runningServer(): string | undefined;
}

/** Longest that a block may take, and a server until it is ready; milliseconds. */
const patience = 120_000;

/** `root` is where scripts and what they print lie; commands begin in `folder`. */
export function createShell(options: {
  root: string;
  folder: string;
  environment: Readonly<Record<string, string>>;
}): Shell {
  const { root, environment } = options;
  const state = join(root, 'state.sh');
  writeFileSync(state, `cd ${options.folder}\n`);
  let server: { readonly child: ChildProcess; readonly commands: string } | undefined;

  function start(commands: string, name: 'block' | 'server') {
    const [script, log] = [join(root, `${name}.sh`), join(root, `${name}.log`)];
    // A server ends when its program has ended, not when the shell around it is told to.
    const trap = name === 'server' ? 'trap : TERM' : `trap '{ export -p; echo "cd \\"$PWD\\""; } > ${state}' EXIT`;
    writeFileSync(script, `set -e -a -o pipefail\n. ${state}\n${trap}\n${commands}\n`);
    const out = openSync(log, 'w');
    const child = spawn('bash', [script], { env: environment, stdio: ['ignore', out, out], detached: true });
    return { child, printed: () => readFileSync(log, 'utf8') };
  }

  async function stopServer(): Promise<void> {
    const child = server?.child;
    server = undefined;
    if (child?.pid === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  }

  return {
    stopServer,
    runningServer: () => server?.commands,
    async run(commands) {
      const { child, printed } = start(commands, 'block');
      const late = setTimeout(patience, 'late', { ref: false });
      const ended = await Promise.race([once(child, 'exit'), late]);
      if (ended !== 'late') return { code: child.exitCode ?? -1, output: printed() };
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      return { code: -1, output: `${printed()}\nIt had not ended after ${patience / 1000} seconds.` };
    },
    async startServer(commands, ready) {
      await stopServer();
      const { child, printed } = start(commands, 'server');
      server = { child, commands };
      const until = Date.now() + patience;
      while (!printed().includes(ready)) {
        if (hasEnded(child) || Date.now() > until) return { code: child.exitCode ?? -1, output: printed() };
        await setTimeout(50);
      }
      return { code: 0, output: printed() };
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

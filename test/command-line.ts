import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface Circumstances {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Called with what comes on standard error. */
  readonly onSaid?: (text: string) => void;
}

const program = join(import.meta.dirname, '../docwright');
/** As `program` starts it. */
const script = join(import.meta.dirname, '../src/cli/docwright.ts');
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in the process of the test file, which takes a tenth of a process of its own. One command at a time:
 * each has the environment, folder, streams and exit code of the process.
 */
export function runCommand(parts: readonly string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const running = before.then(() => run(parts, circumstances));
  before = running.catch(() => undefined);
  return running;
}

/** Runs it in a process of its own: a server, what goes on beside other commands, or what another user does. */
export function startCommand(
  parts: readonly string[],
  { env = {}, cwd, input = '', onSaid, uid }: Circumstances & { readonly uid?: number | undefined } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, parts, { env, cwd, uid, gid: uid }, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), out, error });
    });
    child.stderr?.on('data', (piece: string) => onSaid?.(piece));
    child.stdin?.end(input);
  });
}

async function run(parts: readonly string[], { env = {}, cwd, input = '', onSaid }: Circumstances): Promise<Outcome> {
  const { env: real, exitCode } = process;
  const [environment, folder, argv] = [{ ...real }, process.cwd(), process.argv];
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  stderr.on('data', (piece: Buffer) => onSaid?.(piece.toString()));
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout, stderr };
  const replaced = Object.keys(streams).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name) ?? {}] as const,
  );
  const { console: usual } = globalThis;
  replaceEnvironment({ TMPDIR: environment['TMPDIR'], ...env });
  process.argv = [process.execPath, script, ...parts];
  process.exitCode = undefined;
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  globalThis.console = new Console(streams);
  if (cwd !== undefined) process.chdir(cwd);
  try {
    // Loaded here, so that what is set up once knows no terminal.
    const { runCommandLine } = await import('../src/cli/run-command-line.ts');
    await runCommandLine(parts);
    const code = exitCodeOf(process);
    stdout.end();
    stderr.end();
    const [out, error] = await printed;
    return { code, out, error };
  } finally {
    process.chdir(folder);
    globalThis.console = usual;
    for (const [name, descriptor] of replaced) Object.defineProperty(process, name, descriptor);
    process.exitCode = exitCode;
    process.argv = argv;
    replaceEnvironment(environment);
  }
}

/** Of a process, not of the assignment above, which is all that the type checker sees. */
function exitCodeOf({ exitCode }: NodeJS.Process): number {
  return Number(exitCode ?? 0);
}

/** In place, since libraries of the system read it too. */
function replaceEnvironment(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env))
    if (values[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) process.env[name] = value;
}

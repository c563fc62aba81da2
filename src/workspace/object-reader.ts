import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { gitEnvironment } from '../git/git-environment.ts';
import { duration } from '../kernel/clock.ts';
import { waitForChild } from '../kernel/wait-for-child.ts';

/** A process that nobody asks for so long is ended. */
const longestIdle = 30 * duration.second;

/** Uses one long-lived `git cat-file --batch-command`, so that reading a thousand pages costs one process. */
export interface ObjectReader {
  /** The bytes of the object with this sha. Throws when there is none. */
  read(sha: string): Promise<Uint8Array>;
  /** Size of each object in bytes; 0 for a missing one, such as the commit of a submodule. */
  sizes(shas: readonly string[]): Promise<number[]>;
  /** Sha of the commit's tree. Throws if there is none. */
  treeOf(commit: string): Promise<string>;
  /** What a ref points to; undefined if there is no such ref. */
  resolve(ref: string): Promise<string | undefined>;
}

interface Answer {
  readonly sha: string;
  readonly size: number;
  /** Empty unless the contents were asked for. */
  readonly bytes: Uint8Array;
}

interface Waiting {
  readonly command: 'contents' | 'info';
  readonly name: string;
  resolve(answer: Answer | undefined): void;
  reject(error: Error): void;
}

export function createObjectReader(gitDirectory: string): ObjectReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  const waiting: Waiting[] = [];
  let chunks: Buffer[] = [];
  let buffered = 0;
  /** Bytes needed before an answer is complete; 0 while its first line has not been seen whole. */
  let needed = 0;

  let idle: NodeJS.Timeout | undefined;

  const fail = (error: Error): void => {
    child = undefined;
    chunks = [];
    buffered = 0;
    needed = 0;
    for (const request of waiting.splice(0)) request.reject(error);
  };

  /** An answer is `<sha> <type> <size>\n`, with `<bytes>\n` after it if the contents were asked for, or `<name> missing\n`. */
  const drain = (): void => {
    while (buffered > 0 && buffered >= needed) {
      const data = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      if (data === undefined) return;
      chunks = [data];
      const lineEnd = data.indexOf(10);
      if (lineEnd === -1) return;
      const [, sha, size] = /^(\S+) \S+ (\d+)$/.exec(data.toString('latin1', 0, lineEnd)) ?? [];
      const hasContents = size !== undefined && waiting[0]?.command === 'contents';
      const end = hasContents ? lineEnd + 1 + Number(size) + 1 : lineEnd + 1;
      if (buffered < end) {
        needed = end;
        return;
      }
      const bytes = new Uint8Array(hasContents ? data.subarray(lineEnd + 1, end - 1) : []);
      waiting.shift()?.resolve(sha === undefined ? undefined : { sha, size: Number(size), bytes });
      chunks = end === data.length ? [] : [data.subarray(end)];
      buffered -= end;
      needed = 0;
    }
    if (waiting.length === 0) rest();
  };

  /** Nothing is asked any more: the process keeps no command running, and ends after a while. */
  const rest = (): void => {
    if (child === undefined) return;
    const resting = child;
    setBusy(resting, false);
    idle = setTimeout(() => {
      child = undefined;
      resting.kill();
    }, longestIdle).unref();
  };

  const start = (): ChildProcessWithoutNullStreams => {
    const started = spawn('git', ['cat-file', '--batch-command'], {
      cwd: '/',
      env: { ...gitEnvironment(undefined), GIT_DIR: gitDirectory },
    });
    started.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      buffered += chunk.length;
      drain();
    });
    started.stderr.resume();
    started.stdin.on('error', () => undefined);
    started.on('error', fail);
    started.on('close', () => {
      if (child === started) fail(new Error('git cat-file ended'));
    });
    return started;
  };

  const ask = (command: Waiting['command'], name: string): Promise<Answer | undefined> =>
    new Promise((resolve, reject) => {
      child ??= start();
      if (waiting.length === 0) {
        clearTimeout(idle);
        setBusy(child, true);
      }
      waiting.push({ command, name, resolve, reject });
      child.stdin.write(`${command} ${name}\n`);
    });
  const requireAnswer = async (command: Waiting['command'], name: string): Promise<Answer> => {
    const answer = await ask(command, name);
    if (answer === undefined) throw new Error(`git has no object ${name}`);
    return answer;
  };

  return {
    read: async (sha) => (await requireAnswer('contents', sha)).bytes,
    sizes: (shas) => Promise.all(shas.map(async (sha) => (await ask('info', sha))?.size ?? 0)),
    treeOf: async (commit) => (await requireAnswer('info', `${commit}^{tree}`)).sha,
    resolve: async (ref) => (await ask('info', ref))?.sha,
  };
}

function setBusy(child: ChildProcessWithoutNullStreams, isBusy: boolean): void {
  waitForChild(child, isBusy);
  // Pipes are sockets, which their types do not tell.
  for (const pipe of [child.stdin, child.stdout] as unknown as { ref(): void; unref(): void }[]) {
    if (isBusy) pipe.ref();
    else pipe.unref();
  }
}

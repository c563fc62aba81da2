import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { gitEnvironment } from '../git/git-environment.ts';

/** Reads blobs through one long-lived `git cat-file --batch`, so that reading a thousand pages costs one process. */
export interface ObjectReader {
  /** The bytes of the blob with this sha. Throws when there is none. */
  read(sha: string): Promise<Uint8Array>;
  close(): void;
}

interface Waiting {
  readonly sha: string;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

export function createObjectReader(gitDirectory: string): ObjectReader {
  let child: ChildProcessWithoutNullStreams | undefined;
  const waiting: Waiting[] = [];
  let chunks: Buffer[] = [];
  let buffered = 0;
  /** Bytes needed before an answer is complete; 0 while its first line has not been seen whole. */
  let needed = 0;

  const fail = (error: Error): void => {
    child = undefined;
    chunks = [];
    buffered = 0;
    needed = 0;
    for (const request of waiting.splice(0)) request.reject(error);
  };

  /** An answer is `<sha> <type> <size>\n<bytes>\n`, or `<sha> missing\n`. */
  const drain = (): void => {
    while (buffered > 0 && buffered >= needed) {
      const data = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      if (data === undefined) return;
      chunks = [data];
      const lineEnd = data.indexOf(10);
      if (lineEnd === -1) return;
      const size = / (\d+)$/.exec(data.toString('latin1', 0, lineEnd))?.[1];
      const end = size === undefined ? lineEnd + 1 : lineEnd + 1 + Number(size) + 1;
      if (buffered < end) {
        needed = end;
        return;
      }
      const request = waiting.shift();
      if (size === undefined) request?.reject(new Error(`git has no object ${request.sha}`));
      else request?.resolve(new Uint8Array(data.subarray(lineEnd + 1, end - 1)));
      chunks = end === data.length ? [] : [data.subarray(end)];
      buffered -= end;
      needed = 0;
    }
  };

  const start = (): ChildProcessWithoutNullStreams => {
    const started = spawn('git', ['cat-file', '--batch'], {
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

  return {
    read: (sha) =>
      new Promise((resolve, reject) => {
        child ??= start();
        waiting.push({ sha, resolve, reject });
        child.stdin.write(`${sha}\n`);
      }),
    close: () => {
      child?.kill();
      fail(new Error('the object reader is closed'));
    },
  };
}

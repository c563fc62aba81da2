import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * It gets nothing but its data: no variables of the environment, no right to write a file or to start a program.
 * https://nodejs.org/api/permissions.html
 */
const rights = ['--permission', '--allow-fs-read=*', '--disable-warning=PERM0006'];

/**
 * As `runInThread`, in a process of its own: where native code, such as a structured clone, finds the heap of a thread full,
 * V8 ends the whole process and not the thread. The program gets `data` as a message and answers with one.
 */
export async function runInProcess<Answer>(
  program: URL,
  data: object,
  limits: { readonly milliseconds: number; readonly memoryMegabytes: number },
  otherwise: Answer,
): Promise<Answer> {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [...rights, `--max-old-space-size=${limits.memoryMegabytes}`],
    env: {},
    serialization: 'advanced',
    // What a dying process says is not for anybody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const giveUp = (): void => {
    resolve(otherwise);
  };
  const timer = setTimeout(giveUp, limits.milliseconds);
  child.on('message', (answer) => {
    resolve(answer as Answer);
  });
  child.on('error', giveUp);
  child.on('exit', giveUp);
  // One that has just ended is heard of by its exit.
  child.send(data, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

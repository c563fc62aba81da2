import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type CheckerLimits,
  type CheckerOrder,
  type CheckerQuestion,
  type FromChecker,
  type ToChecker,
  openWorkPlace,
} from './checker-messages.ts';

/** Answers what the checking process asks; rejects when it cannot. */
export type ReplyTo = (question: CheckerQuestion) => Promise<unknown>;

export type CheckerOutcome =
  | { readonly kind: 'done'; readonly json: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** It is too much for the checker: why, to follow "could not be checked", and where, if that is known. */
  | { readonly kind: 'beyond'; readonly why: string; readonly at: string };

/** A process that checks: one order at a time. */
export interface CheckerProcess {
  /** False once it has ended; then it takes no more orders. */
  isAlive(): boolean;
  /** Never rejects. Aborted orders end as soon as they notice, as failed ones. */
  work(order: CheckerOrder, replyTo: ReplyTo, signal: AbortSignal | undefined): Promise<CheckerOutcome>;
  end(): Promise<void>;
}

/**
 * It gets nothing but what it is to check: no variables of the environment, no right to write a file or to start a program.
 * https://nodejs.org/api/permissions.html
 */
const rights = ['--permission', '--allow-fs-read=*', '--allow-worker', '--disable-warning=PERM0006'];

/**
 * Megabytes of the halves in which the process and each of its threads make new objects. With Node's own size it takes 130 MB
 * more and no less time (1,500 pages of MDX); half of this takes half as long again.
 */
const halfOfNewObjects = 8;

/**
 * The last of V8's compilers takes more than its code gives back in the seconds that a check runs, and does so in each thread:
 * without it a check takes 10 to 20 % less processor time (2,585, 1,812, 1,716 and 832 pages), and one of a minute (6,472 pages) as
 * much as with it. Maglev makes the code that is run often.
 */
const compilers = ['--no-turbofan'];

/** How often is looked whether it is alive; a quarter of the time that it may show no sign of life, at most this. */
const longestLook = 1_000;

/** Characters of what a dying process says that are kept. */
const lastWords = 4_000;

export function startCheckerProcess(limits: CheckerLimits, threads: number): CheckerProcess {
  const place = openWorkPlace();
  const program = fileURLToPath(new URL('./checker.worker.ts', import.meta.url));
  const child = fork(program, [threads, limits.longestPage, limits.processMegabytes].map(String), {
    execArgv: [
      ...rights,
      ...compilers,
      `--max-semi-space-size=${halfOfNewObjects}`,
      // As in `docwright`, which says why: the checker ends many threads.
      '--no-wasm-code-gc',
      `--max-old-space-size=${limits.heapMegabytes}`,
    ],
    env: { TMPDIR: process.env['TMPDIR'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', place.descriptor],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-lastWords)));
  let alive = true;
  let current: { readonly finish: (outcome: CheckerOutcome) => void; readonly replyTo: ReplyTo } | undefined;
  let killedFor: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = (reason: string): void => {
      if (!alive) return;
      alive = false;
      const { at, end: noted } = place.read();
      place.close();
      current?.finish({ kind: 'beyond', why: killedFor ?? whyEnded(noted, stderr, limits) ?? reason, at });
      resolve();
    };
    child.on('exit', (code, signal) => {
      end(`: the checker ended (${signal ?? code ?? 'for no reason'})`);
    });
    child.on('error', (error) => {
      end(`: the checker did not start (${error.message})`);
    });
  });
  const send = (message: ToChecker): void => {
    // A process that has just ended is heard of by its exit.
    if (child.connected) child.send(message, () => undefined);
  };
  child.on('message', (message: FromChecker) => {
    if (!alive) return;
    if (message.kind === 'question') {
      const { number, question } = message;
      const replied = current?.replyTo(question) ?? Promise.reject(new Error('The order is over.'));
      replied.then(
        (value) => {
          send({ kind: 'reply', question: number, value });
        },
        () => {
          send({ kind: 'no-reply', question: number });
        },
      );
    } else if (message.kind === 'beyond') {
      current?.finish({ kind: 'beyond', why: `: ${plainCause(message.message)}`, at: place.read().at });
    } else current?.finish(message);
  });
  waitForChild(child, false);

  return {
    isAlive: () => alive,
    async work(order, replyTo, signal) {
      const { promise, resolve } = Promise.withResolvers<CheckerOutcome>();
      let probing = 0;
      current = {
        finish: resolve,
        replyTo: (question) => {
          if (question.of !== 'links') return replyTo(question);
          probing += 1;
          return replyTo(question).finally(() => (probing -= 1));
        },
      };
      const abort = (): void => {
        send({ kind: 'abort' });
      };
      const watch = watchProcess({
        limits,
        readBeat: () => place.read().beat,
        isWaiting: () => probing > 0,
        giveUp: (why) => {
          killedFor = why;
          child.kill('SIGKILL');
        },
      });
      signal?.addEventListener('abort', abort);
      waitForChild(child, true);
      send({ kind: 'order', order });
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', abort);
        watch.stop();
        current = undefined;
        waitForChild(child, false);
      }
    },
    end() {
      if (alive) waitForChild(child, true);
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/**
 * Counts looks, not time: when this process itself was stopped for a while, nothing was looked at. What other hosts take to
 * answer is not the time of the check.
 */
function watchProcess({
  limits: { longestStep, longestCheck },
  readBeat,
  isWaiting,
  giveUp,
}: {
  limits: CheckerLimits;
  readBeat: () => string;
  isWaiting: () => boolean;
  giveUp: (why: string) => void;
}): { stop(): void } {
  const every = Math.min(longestLook, longestStep / 4);
  let last = '';
  let still = 0;
  let all = 0;
  const timer = setInterval(() => {
    const beat = readBeat();
    // Until the first beat it starts, which takes a busy machine its time.
    still = beat === last && beat !== '' ? still + every : 0;
    last = beat;
    if (!isWaiting()) all += every;
    if (still >= longestStep) giveUp(` within ${longestStep / 1_000} s`);
    else if (all >= longestCheck) giveUp(` within ${longestCheck / 60_000} minutes`);
  }, every);
  return {
    stop() {
      clearInterval(timer);
    },
  };
}

/** Whether this process waits for a child that it forked: an idle one keeps nothing running that would otherwise end. */
function waitForChild(child: ChildProcess, isNeeded: boolean): void {
  // A pipe is a socket, which its type does not tell.
  const stderrStream = child.stderr as unknown as { ref(): void; unref(): void } | null;
  for (const part of [child, child.channel, stderrStream]) {
    if (isNeeded) part?.ref();
    else part?.unref();
  }
}

/** What went wrong, for people who never saw our program. */
function plainCause(message: string): string {
  return message === 'Maximum call stack size exceeded' ? 'something is nested too deep, or holds itself' : message;
}

function whyEnded(
  noted: string,
  stderr: string,
  { processMegabytes, heapMegabytes }: CheckerLimits,
): string | undefined {
  if (noted === 'memory') return ` with ${processMegabytes} MB of memory`;
  return /out of memory/iu.test(stderr) ? ` with ${heapMegabytes} MB of memory` : undefined;
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication, type Application } from '../../src/main.ts';
import { temporaryFolder, writeFiles, type Files } from '../git-fixture.ts';
import type { Held } from './hold-meter.ts';
import type { Question } from './watched-server.ts';

/** What no repository, page, model answer or request may go beyond. */
const most = { heldMs: 100, grownBytes: 256 * 1024 * 1024 };

/**
 * How often an attack is tried at the most until one try keeps the limit. A turn's processor time is not only ours: garbage
 * collection, code that is not compiled yet and another program on the same core's second thread make a short turn long
 * now and then, and never at the same place three times. What the server does itself, it does every time.
 */
const mostTries = 3;

/** How often the server is asked whether it is alive, in milliseconds. */
const every = 50;

export interface Health {
  /** Milliseconds of processor time of the longest turn of the event loop. */
  readonly heldMs: number;
  /** Bytes of memory at the most, above what the process had before. */
  readonly grownBytes: number;
  /** Requests of `/healthz` that were answered, and those that were not. */
  readonly answered: number;
  readonly failed: number;
}

export interface WatchedProject {
  readonly projectId: string;
  /** With every scope. */
  readonly apiKey: string;
}

/** A real server process, to be attacked. */
export interface WatchedServer {
  readonly url: string;
  readonly dataDirectory: string;
  /**
   * Asks `/healthz` every 50 ms while the attack runs, and tells how the server fared. An attack that held it is repeated,
   * and the shortest time counts; so an attack must do all that it does each time.
   */
  watch(attack: () => Promise<unknown>, options?: { readonly tries?: number }): Promise<Health>;
  /** Keeps the server's event loop for so many milliseconds of processor time. */
  hold(milliseconds: number): Promise<void>;
  /** A project over a repository with these files. */
  addProject(name: string, files: Files): Promise<WatchedProject>;
  /** Does what the command line would do beside the server, on the same data. */
  administer<Result>(work: (application: Application) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** `transcripts` are what the scripted model plays, by name; `variables` are further settings of the server. */
export async function startWatchedServer({
  transcripts = {},
  variables = {},
}: {
  transcripts?: Readonly<Record<string, object>>;
  variables?: Readonly<Record<string, string>>;
} = {}): Promise<WatchedServer> {
  const folder = temporaryFolder();
  const inFolder = (name: string): string => join(folder.path, name);
  writeFiles(
    inFolder('transcripts'),
    Object.fromEntries(Object.entries(transcripts).map(([name, turns]) => [`${name}.json`, JSON.stringify(turns)])),
  );
  const environment = {
    DOCWRIGHT_DATA_DIR: inFolder('data'),
    DOCWRIGHT_LOCAL_ROOTS: '/',
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_PORT: '0',
    ...(Object.keys(transcripts).length > 0 && { DOCWRIGHT_SCRIPTED_TRANSCRIPT: inFolder('transcripts') }),
    ...variables,
  };
  const child = fork(join(import.meta.dirname, 'watched-server.ts'), {
    env: {
      ...environment,
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      // As the launcher and the image start it.
      MALLOC_MMAP_THRESHOLD_: '1048576',
    },
    execArgv: ['--max-semi-space-size=16'],
  });
  const ended = once(child, 'exit');
  const [url] = (await once(child, 'message')) as [string];
  const ask = async (question: Question): Promise<Held> => {
    if (!child.connected) throw new Error('The server has ended.');
    const answer = once(child, 'message') as Promise<[Held]>;
    child.send(question);
    const answered = await Promise.race([answer, ended.then(() => undefined)]);
    if (answered === undefined) throw new Error('The server has ended.');
    return answered[0];
  };
  const isAlive = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/healthz`)).ok;
    } catch {
      return false;
    }
  };
  const administer: WatchedServer['administer'] = async (work) => {
    const config = readConfig(environment);
    const application = await openApplication({ config, publicUrl: url, logger: silentLogger });
    try {
      return await work(application);
    } finally {
      await application.close();
    }
  };
  const watchOnce = async (attack: () => Promise<unknown>): Promise<Health> => {
    await isAlive();
    const before = await ask('reset');
    const over = new AbortController();
    const attacked = attack().finally(() => {
      over.abort();
    });
    const questions: Promise<boolean>[] = [];
    while (!over.signal.aborted) {
      questions.push(isAlive());
      await delay(every, undefined, { signal: over.signal }).catch(() => undefined);
    }
    await attacked;
    const answers = await Promise.all(questions);
    const { heldMs, bytes } = await ask('read');
    const answered = answers.filter(Boolean).length;
    return { heldMs, grownBytes: bytes - before.bytes, answered, failed: answers.length - answered };
  };
  return {
    url,
    dataDirectory: environment.DOCWRIGHT_DATA_DIR,
    administer,
    async watch(attack, { tries: atMost = mostTries } = {}) {
      let health = await watchOnce(attack);
      for (let tries = 1; tries < atMost && health.heldMs > most.heldMs; tries += 1) {
        console.log(`try ${tries}: event loop held for ${health.heldMs.toFixed(0)} ms, so once more`);
        health = sumUp(health, await watchOnce(attack));
      }
      return health;
    },
    async hold(milliseconds) {
      await ask({ hold: milliseconds });
    },
    addProject: (name, files) => {
      writeFiles(inFolder(name), files);
      return administer(async ({ projects }) => {
        const { id } = await projects.create({ name, repositoryUrl: inFolder(name) }, 'test');
        return { projectId: id, apiKey: (await projects.keys.create(id, { name: 'test' }, 'test')).key };
      });
    },
    async stop() {
      child.send('stop');
      // One that an attack holds would never hear of it.
      const killing = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(killing);
      folder.remove();
    },
  };
}

/** Of two tries of one attack: whatever went wrong, went wrong; how long the loop was held, is told by the shorter. */
function sumUp(one: Health, other: Health): Health {
  return {
    heldMs: Math.min(one.heldMs, other.heldMs),
    grownBytes: Math.max(one.grownBytes, other.grownBytes),
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
  };
}

/** What is beyond the limits, in words. */
export function healthFaults({ heldMs, grownBytes, answered, failed }: Health): string[] {
  return [
    ...(failed > 0 ? [`${failed} requests of /healthz failed`] : []),
    ...(answered === 0 ? ['no request of /healthz was answered'] : []),
    ...(heldMs > most.heldMs ? [`the event loop was held for ${heldMs.toFixed(0)} ms`] : []),
    ...(grownBytes > most.grownBytes ? [`${inMegabytes(grownBytes)} more`] : []),
  ];
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

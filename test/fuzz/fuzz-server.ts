import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthFaults, type Health } from '../hostile/start-watched-server.ts';
import { makeDocumentation } from './documentation-inputs.ts';
import { startFuzzedServer, type FuzzedServer } from './fuzzed-server.ts';
import { inputSchema, type Input } from './input.ts';
import { makeLog } from './log-inputs.ts';
import { createRandom, type Random } from './random.ts';
import { makeRequest, makeSocket } from './request-inputs.ts';
import { createAttacker, type Attacker, type Attempt } from './try-input.ts';

/** Inputs that are tried while the server is watched once; when it is not well, each of them is watched alone. */
const inputsPerWatch = 40;
/** Inputs at the same time. */
const atOnce = 4;
/** Findings of one sort that are kept. */
const keptOfASort = 3;

export interface FuzzOptions {
  readonly milliseconds: number;
  /** How many inputs at the most, whatever time is left. */
  readonly most?: number;
  readonly seed: number;
  /** A kind of input, for all of them. */
  readonly only?: string | undefined;
  /** Where findings are kept. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/** Tries inputs until the time is over; returns how many sorts of findings there were. */
export async function fuzz({ milliseconds, most = Infinity, seed, only, folder, print }: FuzzOptions): Promise<number> {
  const end = performance.now() + milliseconds;
  const outcomes = new Map<string, number>();
  const findings = new Map<string, number>();
  let worst: Health = { heldMs: 0, grownBytes: 0, answered: 0, failed: 0 };
  let tried = 0;
  let running = await start();

  const keep = (input: Input, faults: readonly string[], number: number): void => {
    const sort = `${input.kind} ${faults.join('; ').replaceAll(/\d+/g, '#').slice(0, 100)}`;
    const count = (findings.get(sort) ?? 0) + 1;
    findings.set(sort, count);
    if (count > keptOfASort) return;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${input.kind}-${seed}-${number}.json`);
    writeFileSync(file, JSON.stringify({ faults, input }, null, 1));
    print(`FINDING ${file}: ${faults.join('; ').slice(0, 500)}`);
  };

  try {
    while (performance.now() < end && tried < most) {
      await running.server.renew();
      const inputs = Array.from({ length: Math.min(inputsPerWatch, most - tried) }, (_, at) =>
        makeInput(createRandom(seed * 1_000_003 + tried + at), running.server, only),
      );
      const attempts: Attempt[] = [];
      const health = await watchedOnce(running.server, () => tryAll(inputs, running.attacker, attempts));
      for (const [at, input] of inputs.entries()) {
        const { faults, outcome } = attempts[at] ?? { faults: [], outcome: 'not tried' };
        const name = `${input.kind} ${outcome}`;
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
        if (faults.length > 0) keep(input, faults, tried + at);
      }
      if (health === undefined || healthFaults(health).length > 0) {
        print(`not well after ${tried}: ${health === undefined ? 'ended' : healthFaults(health).join('; ')}`);
        for (const [at, input] of inputs.entries()) {
          if (!(await running.isAlive())) running = await start();
          const faults = await tryAlone(input, running);
          if (faults.length > 0) keep(input, faults, tried + at);
        }
      } else worst = larger(worst, health);
      tried += inputs.length;
      if (tried % (inputsPerWatch * 25) === 0) print(summary());
    }
  } finally {
    print(summary());
    await running.stop();
  }
  return findings.size;

  function summary(): string {
    const counts = [...outcomes]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `  ${name}: ${count}`);
    const sorts = [...findings].map(([sort, count]) => `  ${count} times: ${sort}`);
    const health = `loop held for ${worst.heldMs.toFixed(0)} ms at most, ${(worst.grownBytes / 2 ** 20).toFixed(0)} MB more`;
    return [`${tried} inputs of seed ${seed}; ${health}; ${findings.size} sorts of findings`, ...counts, ...sorts].join(
      '\n',
    );
  }
}

/** Tries one input again that was found; returns how many faults it has. */
export async function replay(file: string, print: (line: string) => void): Promise<number> {
  const { input } = JSON.parse(readFileSync(file, 'utf8')) as { input: unknown };
  const running = await start();
  try {
    const parsed = inputSchema.parse(input);
    const { outcome } = await running.attacker.attempt(parsed);
    const faults = await tryAlone(parsed, running);
    print(`${outcome}: ${faults.length === 0 ? 'all is well' : faults.join('; ')}`);
    return faults.length;
  } finally {
    await running.stop();
  }
}

interface Running {
  readonly server: FuzzedServer;
  readonly attacker: Attacker;
  isAlive(): Promise<boolean>;
  stop(): Promise<void>;
}

async function start(): Promise<Running> {
  const server = await startFuzzedServer();
  const attacker = createAttacker(server);
  return {
    server,
    attacker,
    isAlive: () =>
      fetch(`${server.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    async stop() {
      await attacker.close();
      await server.stop();
    },
  };
}

const makers: Readonly<
  Record<Input['kind'], (random: Random, server: Pick<FuzzedServer, 'operations' | 'document'>) => Input>
> = {
  request: (random, { operations, document }) => makeRequest(random, operations, document),
  socket: (random) => makeSocket(random),
  documentation: (random) => makeDocumentation(random),
  log: (random) => makeLog(random),
};
const kinds = [
  'request',
  'request',
  'request',
  'request',
  'request',
  'socket',
  'documentation',
  'documentation',
  'log',
] as const;

export function makeInput(random: Random, server: Pick<FuzzedServer, 'operations' | 'document'>, only?: string): Input {
  const kind = random.pick(kinds.filter((each) => only === undefined || each === only));
  return makers[kind](random, server);
}

async function tryAll(inputs: readonly Input[], attacker: Attacker, attempts: Attempt[]): Promise<void> {
  const entries = inputs.entries();
  const next = async (): Promise<void> => {
    for (const [at, input] of entries) attempts[at] = await attacker.attempt(input);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** What is wrong with the answer to one input, and with the server while it works on it. */
async function tryAlone(input: Input, { server, attacker }: Running): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  try {
    const health = await server.watch(async () => ({ faults } = await attacker.attempt(input)));
    return [...faults, ...healthFaults(health)];
  } catch (error) {
    return [...faults, `the server ended: ${String(error)}`];
  }
}

async function watchedOnce(server: FuzzedServer, attack: () => Promise<unknown>): Promise<Health | undefined> {
  try {
    return await server.watch(attack, { tries: 1 });
  } catch {
    return undefined;
  }
}

function larger(one: Health, other: Health): Health {
  return {
    heldMs: Math.max(one.heldMs, other.heldMs),
    grownBytes: Math.max(one.grownBytes, other.grownBytes),
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
  };
}

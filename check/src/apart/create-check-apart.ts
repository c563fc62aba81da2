import {
  notChecked,
  type Check,
  type CheckReport,
  type DeclaredRedirects,
  type Finding,
  largestFile,
  type DocsTree,
} from '../finding.ts';
import type { ProbeLinks } from '../external/link-probe.ts';
import {
  checkerLimits,
  longestIdle,
  type CheckerLimits,
  type CheckerOrder,
  type TreeSource,
} from './checker-messages.ts';
import { startCheckerProcess, type CheckerOutcome, type CheckerProcess, type ReplyTo } from './checker-process.ts';

export interface CheckApart extends Check {
  /** Ends its processes; checks that run end as failed. */
  close(): Promise<void>;
}

type Answered = Exclude<CheckerOutcome, { kind: 'failed' }>;

/** Everything that an order needs of this process. */
interface Sources {
  readonly tree?: DocsTree | undefined;
  readonly base?: DocsTree | undefined;
  readonly probeLinks?: ProbeLinks | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A checker that works in processes of its own, with limits on their time, memory and answers: whatever stands in a
 * repository, this process is neither held up nor ended by it. What goes beyond the limits becomes a finding. The processes
 * are kept, with what they learned, as long as there is work; each works on one check at a time, so that it is known
 * what a process ended of.
 */
export function createCheckApart({
  processes = 2,
  threads = 1,
  limits = checkerLimits,
}: {
  /** Checks at the same time. */
  readonly processes?: number;
  /** Of each process, that parse pages. */
  readonly threads?: number;
  readonly limits?: CheckerLimits;
} = {}): CheckApart {
  const running = new Set<CheckerProcess>();
  const free: CheckerProcess[] = [];
  const waiting: (() => void)[] = [];
  let idle: NodeJS.Timeout | undefined;

  const take = async (): Promise<CheckerProcess> => {
    for (;;) {
      // The last one that was given back knows most of what is to be checked now.
      const process = free.pop();
      if (process?.isAlive() === true) return process;
      if (process !== undefined) running.delete(process);
      else if (running.size < processes) {
        const started = startCheckerProcess(limits, threads);
        running.add(started);
        return started;
      } else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const giveBack = (process: CheckerProcess): void => {
    if (process.isAlive()) free.push(process);
    else running.delete(process);
    waiting.shift()?.();
    clearTimeout(idle);
    idle = setTimeout(() => void endAll(free.splice(0)), longestIdle).unref();
  };
  const endAll = async (ending: readonly CheckerProcess[]): Promise<void> => {
    for (const process of ending) running.delete(process);
    await Promise.all(ending.map((process) => process.end()));
  };

  const carryOut = async (order: CheckerOrder, sources: Sources): Promise<Answered> => {
    const { signal } = sources;
    signal?.throwIfAborted();
    const process = await take();
    const { replyTo, fault } = replyFrom(sources);
    const working = process.work(order, replyTo, signal).finally(() => {
      giveBack(process);
    });
    const outcome = await (signal === undefined ? working : untilAbort(working, signal));
    if (outcome.kind === 'failed') throw fault() ?? new Error(outcome.message);
    return outcome;
  };

  return {
    async check({ tree, base, changed, docsFolder, repository, probeLinks, signal }) {
      const order: CheckerOrder = {
        kind: 'check',
        tree: sourceOf(tree),
        base: base && sourceOf(base),
        changed,
        docsFolder,
        repository,
        probes: probeLinks !== undefined,
      };
      const outcome = await carryOut(order, { tree, base, probeLinks, signal });
      if (outcome.kind === 'done') return JSON.parse(outcome.json) as CheckReport;
      return { frameworks: [], pages: 0, findings: [findingOf(outcome)] };
    },
    async checkFile(path, content, tree) {
      const order: CheckerOrder = { kind: 'check-file', path, content, tree: tree && sourceOf(tree) };
      const outcome = await carryOut(order, { tree });
      return outcome.kind === 'done' ? (JSON.parse(outcome.json) as readonly Finding[]) : [findingOf(outcome)];
    },
    async readRedirects({ tree, docsFolder, signal }) {
      const order: CheckerOrder = { kind: 'read-redirects', tree: sourceOf(tree), docsFolder };
      const outcome = await carryOut(order, { tree, signal });
      return outcome.kind === 'done' ? (JSON.parse(outcome.json) as DeclaredRedirects) : { patterns: [], whole: false };
    },
    async close() {
      clearTimeout(idle);
      await endAll([...running]);
    },
  };
}

function sourceOf(tree: DocsTree): TreeSource {
  const { folder, id } = tree;
  const hasHistory = tree.formerPaths !== undefined;
  return folder === undefined ? { asked: true, id, hasHistory } : { folder, hasHistory };
}

/** Answers from `sources`; the first thing that went wrong is kept, for whoever gave the order. */
function replyFrom({ tree, base, probeLinks, signal }: Sources): {
  readonly replyTo: ReplyTo;
  readonly fault: () => Error | undefined;
} {
  let fault: Error | undefined;
  const reply: ReplyTo = async (question) => {
    if (question.of === 'links') return probeLinks?.(question.urls, signal);
    const askedTree = question.of === 'tree' ? tree : base;
    if (question.ask === 'read') return (await askedTree?.read(question.path))?.subarray(0, largestFile + 1);
    if (question.ask === 'former-paths') return JSON.stringify((await askedTree?.formerPaths?.()) ?? []);
    return (await askedTree?.list())?.join('\0') ?? '';
  };
  return {
    fault: () => fault,
    replyTo: (question) =>
      reply(question).catch((error: unknown) => {
        fault ??= error instanceof Error ? error : new Error(String(error));
        throw error;
      }),
  };
}

async function untilAbort<Result>(working: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([working, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Characters of what a library says where it gives up, which may quote what it read. */
const longestWhy = 300;

function findingOf({ why, at }: Extract<Answered, { kind: 'beyond' }>): Finding {
  const isFile = at !== '' && !at.includes(' ');
  return {
    rule: notChecked,
    severity: 'error',
    path: isFile ? at : '.',
    line: undefined,
    column: undefined,
    message: `The documentation could not be checked${why.slice(0, longestWhy)}${at === '' ? '' : `; it came as far as ${at}`}.`,
    introduced: undefined,
  };
}

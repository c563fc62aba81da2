import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import type { AgentJob, JobEvent } from '../../src/contract/agent-job.ts';
import type { Call } from '../crash/model-server.ts';
import { git } from '../git-fixture.ts';
import type { PreparedData } from './prepared-data.ts';

const guide = (text: string): readonly Call[] => [
  { tool: 'write', input: { path: 'guide.md', content: `# Guide\n\n${text}\n` } },
  { tool: 'finish', input: { title: 'Change the guide', summary: 'Done.' } },
];
/** What the model does for a job that was ordered, however often it is told to go on. */
export const turnsOfOrderedJob = [
  [{ tool: 'read', input: { path: 'index.md' } }],
  [{ tool: 'list', input: {} }],
  ...Array.from({ length: 40 }, () => guide('A guide.')),
] satisfies readonly (readonly Call[])[];

/** Jobs that are not done at any time, of all processes. */
const atOnce = 8;
/** The longest that jobs may go without an event: another worker has to take over by then. */
const takeoverMs = 45_000;

export interface OrderedJobs {
  readonly faults: readonly string[];
  /** Jobs that were followed to their end. */
  readonly completed: number;
  readonly longestGapMs: number;
  note(fault: string): void;
  /** Orders so many, fewer where the signal says so, and follows each to its end. */
  play(wanted: number, signal: AbortSignal): Promise<void>;
  /** Notes what does not hold of all jobs together: a branch and a pull request each, and none that waited too long. */
  prove(repositories: string): void;
}

/**
 * Jobs that clients order of several API processes, from whichever answers. `api` is the port of one of them, another each
 * time. `isExpected` says of a failed request whether it had to be expected; any other is a fault.
 */
export function createOrderedJobs(options: {
  readonly project: () => PreparedData['projects'][number];
  readonly api: () => number;
  readonly isExpected: (failure: { readonly status: number } | { readonly error: unknown }) => boolean;
}): OrderedJobs {
  const faults: string[] = [];
  let [ordered, completed, longestGapMs] = [0, 0, 0];
  const note = (fault: string): void => {
    console.log(fault);
    faults.push(fault);
  };

  /** Asked again of another process until one answers. */
  async function ask(
    path: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> },
    apiKey: string,
  ): Promise<Response> {
    for (;;) {
      try {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers };
        const signal = AbortSignal.timeout(5_000);
        const answer = await fetch(`http://127.0.0.1:${options.api()}${path}`, { ...init, headers, signal });
        const { status } = answer;
        if (status < 500 && status !== 429) return answer;
        if (!options.isExpected({ status })) note(`${init.method ?? 'GET'} ${path}: ${status} ${await answer.text()}`);
      } catch (error) {
        if (!options.isExpected({ error })) note(`${init.method ?? 'GET'} ${path}: ${describe(error)}`);
      }
      await elapse(200);
    }
  }

  async function playOne(number: number): Promise<void> {
    const { id: projectId, apiKey } = options.project();
    const init = {
      method: 'POST',
      body: JSON.stringify({ prompt: `job${number} write a guide` }),
      headers: { 'idempotency-key': `order-${number}` },
    };
    const accepted = await ask(`/v2/agent/${projectId}/job`, init, apiKey);
    if (accepted.status !== 201) {
      note(`job${number}: ${accepted.status} ${await accepted.text()}`);
      return;
    }
    const { id } = (await accepted.json()) as AgentJob;
    const at = `/v2/agent/${projectId}/job/${id}`;
    let job: AgentJob;
    do {
      await elapse(500);
      job = (await (await ask(at, {}, apiKey)).json()) as AgentJob;
      if (job.status === 'failed' && job.failure?.code === 'workers_ended') {
        const body = JSON.stringify({ prompt: 'Go on' });
        await ask(`${at}/message`, { method: 'POST', body }, apiKey);
        job = { ...job, status: 'active' };
      }
    } while (job.status === 'active');
    completed += 1;
    if (job.status !== 'completed') note(`job${number}: ${job.status} (${job.failure?.code})`);
    const list = (await (await ask(`${at}/events?limit=1000`, {}, apiKey)).json()) as { events: JobEvent[] };
    proveEvents(`job${number}`, list.events);
  }

  function proveEvents(name: string, events: readonly JobEvent[]): void {
    events.forEach(({ sequence, at }, index) => {
      if (sequence !== index + 1) note(`${name}: event ${sequence} in place of ${index + 1}`);
      const before = events[index - 1];
      if (before !== undefined) longestGapMs = Math.max(longestGapMs, Date.parse(at) - Date.parse(before.at));
    });
  }

  return {
    faults,
    get completed() {
      return completed;
    },
    get longestGapMs() {
      return longestGapMs;
    },
    note,
    async play(wanted, signal) {
      const follow = async (): Promise<void> => {
        while (ordered < wanted && !signal.aborted) await playOne((ordered += 1));
      };
      await Promise.all(Array.from({ length: atOnce }, follow));
    },
    prove(repositories) {
      const count = (pattern: string, format: string) =>
        readdirSync(repositories).flatMap((name) =>
          git(join(repositories, name), ['for-each-ref', `--format=${format}`, pattern])
            .split('\n')
            .filter(Boolean),
        );
      const branches = count('refs/heads/docwright', '%(refname:short)');
      const pulls = count('refs/docwright/pulls', '%(raw)').filter((line) => line.includes('"headBranch"'));
      if (branches.length !== completed) note(`${branches.length} branches of ${completed} jobs`);
      if (pulls.length !== completed) note(`${pulls.length} pull requests of ${completed} jobs`);
      if (longestGapMs > takeoverMs) note(`a job waited for ${longestGapMs} ms, of ${takeoverMs} allowed`);
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

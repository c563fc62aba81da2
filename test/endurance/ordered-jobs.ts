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
  /** Jobs of the limited project; fewer than it may have where messages were counted, too. */
  readonly withinLimit: number;
  readonly longestGapMs: number;
  note(fault: string): void;
  /** Orders so many, fewer where the signal says so, and follows each to its end. */
  play(wanted: number, signal: AbortSignal): Promise<void>;
  /** Notes what does not hold of all jobs together: a branch and a pull request each, and none that waited too long. */
  prove(repositories: string): void;
}

/**
 * Jobs that clients order of several API processes, from whichever answers. `api` is the URL of one of them, another each
 * time. Each job is first ordered of `limited`, whose limit others reach at the same time, and of `project` when that one refuses. `isExpected` says of a failed request whether it had to be expected; any other is a fault.
 */
export function createOrderedJobs(options: {
  readonly project: () => PreparedData['projects'][number];
  readonly limited?: { readonly project: PreparedData['projects'][number]; readonly jobsPerHour: number };
  readonly api: () => string;
  readonly isExpected: (failure: { readonly status: number } | { readonly error: unknown }) => boolean;
}): OrderedJobs {
  const faults: string[] = [];
  let [ordered, completed, stopped, longestGapMs] = [0, 0, 0, 0];
  const withinLimit = new Set<string>();
  const note = (fault: string): void => {
    console.log(fault);
    faults.push(fault);
  };

  /** Asked again of another process until one answers; being told of a limit is an answer where there is one. */
  async function ask(
    path: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> },
    apiKey: string,
    { isLimited = false } = {},
  ): Promise<Response> {
    for (;;) {
      try {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers };
        const signal = AbortSignal.timeout(5_000);
        const answer = await fetch(`${options.api()}${path}`, { ...init, headers, signal });
        const { status } = answer;
        if (status < 500 && (isLimited || status !== 429)) return answer;
        if (!options.isExpected({ status })) note(`${init.method ?? 'GET'} ${path}: ${status} ${await answer.text()}`);
      } catch (error) {
        if (!options.isExpected({ error })) note(`${init.method ?? 'GET'} ${path}: ${describe(error)}`);
      }
      await elapse(200);
    }
  }

  async function playOne(number: number): Promise<void> {
    const init = {
      method: 'POST',
      body: JSON.stringify({ prompt: `job${number} write a guide` }),
      headers: { 'idempotency-key': `order-${number}` },
    };
    const order = (of: PreparedData['projects'][number], isLimited: boolean) =>
      ask(`/v2/agent/${of.id}/job`, init, of.apiKey, { isLimited });
    let isLimited = options.limited !== undefined;
    let project = options.limited?.project ?? options.project();
    let accepted = await order(project, isLimited);
    if (accepted.status === 429) {
      isLimited = false;
      project = options.project();
      accepted = await order(project, isLimited);
    }
    if (accepted.status !== 201) {
      note(`job${number}: ${accepted.status} ${await accepted.text()}`);
      return;
    }
    const { id: projectId, apiKey } = project;
    const { id } = (await accepted.json()) as AgentJob;
    if (isLimited) withinLimit.add(id);
    const at = `/v2/agent/${projectId}/job/${id}`;
    let job: AgentJob;
    do {
      await elapse(500);
      job = (await (await ask(at, {}, apiKey)).json()) as AgentJob;
      if (job.status === 'failed' && job.failure?.code === 'workers_ended') {
        const body = JSON.stringify({ prompt: 'Go on' });
        const { status } = await ask(`${at}/message`, { method: 'POST', body }, apiKey, { isLimited });
        if (status === 429) {
          // A message counts, too.
          stopped += 1;
          return;
        }
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
    get withinLimit() {
      return withinLimit.size;
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
      const isOneEach = ({ length }: readonly string[]) => length >= completed && length <= completed + stopped;
      if (!isOneEach(branches)) note(`${branches.length} branches of ${completed} jobs, ${stopped} stopped`);
      if (!isOneEach(pulls)) note(`${pulls.length} pull requests of ${completed} jobs, ${stopped} stopped`);
      const { limited } = options;
      if (limited === undefined) return;
      if (withinLimit.size > limited.jobsPerHour) {
        note(`${withinLimit.size} jobs of a project that may have ${limited.jobsPerHour} an hour`);
      }
      if (withinLimit.size === ordered) note('no job was refused: nothing is known about limits');
      if (longestGapMs > takeoverMs) note(`a job waited for ${longestGapMs} ms, of ${takeoverMs} allowed`);
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

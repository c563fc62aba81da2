import { git } from '../git-fixture.ts';
import type { ModelRequest } from '../crash/model-server.ts';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import type { Request } from './killed-ingest.ts';

export interface KilledJob {
  readonly id: string;
  /** First word of the prompt, by which the model knows the job. */
  readonly name: string;
  /** Times that the server was killed while it was active. */
  kills: number;
  /** Rounds that a person began anew, because the job had ended three workers. */
  begunAnew: number;
  /** Turns of the model that the server said it has. */
  told: number;
  /** What the model was asked, by how many turns the question held already. */
  readonly asked: number[];
}

export interface JobsState {
  made: number;
  completed: number;
  begunAnew: number;
  paidTwice: number;
  /** Most kills that one job lived through. */
  mostKills: number;
  readonly active: KilledJob[];
}

export const newJobsState = (): JobsState => ({
  made: 0,
  completed: 0,
  begunAnew: 0,
  paidTwice: 0,
  mostKills: 0,
  active: [],
});

const atOnce = 2;

/** Notes what the model is asked, and says where that was paid already. */
export function noteAsked(state: JobsState, { job: name, position }: ModelRequest): string[] {
  const job = state.active.find((one) => one.name === name);
  if (job === undefined) return name === '' ? [] : [`${name}: asked the model after its end`];
  const faults: string[] = [];
  const highest = Math.max(-1, ...job.asked);
  if (position < job.told) faults.push(`${name}: turn ${position} was stored, and asked for again`);
  if (position < highest) faults.push(`${name}: turn ${position} asked for after turn ${highest}`);
  if (position > highest + 1) faults.push(`${name}: turn ${position} asked for after turn ${highest}, none between`);
  job.asked.push(position);
  return faults;
}

/** Looks at every job that is active, proves those that have ended, and makes new ones in their place. */
export async function followJobs(state: JobsState, request: Request, repository: string): Promise<string[]> {
  const faults: string[] = [];
  for (const job of [...state.active]) {
    const seen = (await request('GET', `job/${job.id}`)) as AgentJob;
    if (seen.usage.modelCalls < job.told) faults.push(`${job.name}: lost a turn of the model that it had told`);
    job.told = seen.usage.modelCalls;
    if (seen.status === 'active') continue;
    if (seen.status === 'failed' && seen.failure?.code === 'workers_ended') {
      // Three workers died over it, as many as may: a person sends it on.
      await request('POST', `job/${job.id}/message`, { prompt: 'Go on' });
      job.begunAnew += 1;
      state.begunAnew += 1;
      continue;
    }
    state.active.splice(state.active.indexOf(job), 1);
    faults.push(...faultsAtEnd(job, seen, repository));
    state.completed += 1;
    state.paidTwice += job.asked.length - seen.usage.modelCalls;
    state.mostKills = Math.max(state.mostKills, job.kills);
  }
  while (state.active.length < atOnce) {
    const name = `job${state.made}`;
    state.made += 1;
    const { id } = (await request('POST', 'job', { prompt: `${name} fix the typo` })) as AgentJob;
    state.active.push({ id, name, kills: 0, begunAnew: 0, told: 0, asked: [] });
  }
  return faults;
}

function faultsAtEnd(job: KilledJob, seen: AgentJob, repository: string): string[] {
  const { name } = job;
  if (seen.status !== 'completed') return [`${name}: ${seen.status} (${seen.failure?.code})`];
  const faults: string[] = [];
  // Only an answer that was on its way when the server died may be asked for a second time.
  const again = job.asked.length - seen.usage.modelCalls;
  if (again < 0) faults.push(`${name}: ${seen.usage.modelCalls} turns told, ${job.asked.length} asked for`);
  if (again > job.kills) faults.push(`${name}: ${again} turns asked for again over ${job.kills} kills`);
  const ref = String(seen.source.ref);
  const tail = seen.id.slice(-8);
  const lines = (args: string[]) => git(repository, args).split('\n');
  const branches = lines(['for-each-ref', '--format=%(refname:short)', 'refs/heads/docwright']);
  const own = branches.filter((branch) => branch === ref || branch.includes(tail));
  if (own.length !== 1) faults.push(`${name}: ${own.length} branches`);
  const pulls = lines(['for-each-ref', '--format=%(raw)', 'refs/docwright/pulls']);
  const opened = pulls.filter((line) => line.includes(`"headBranch":"${ref}"`)).length;
  if (opened !== 1) faults.push(`${name}: ${opened} pull requests`);
  if (own.length !== 1) return faults;
  const commits = Number(git(repository, ['rev-list', '--count', `main..refs/heads/${ref}`]));
  // A round that was begun anew after the push makes a commit of its own.
  if (commits < 1 || commits > 1 + job.begunAnew) faults.push(`${name}: ${commits} commits`);
  return faults;
}

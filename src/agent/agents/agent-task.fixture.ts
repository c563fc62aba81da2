import type { ModelUsage } from '../../model/language-model.ts';
import { nothingSpent, spend, type Budget } from '../jobs/budget.ts';
import type { PersonMessage, TranscriptEntry } from '../jobs/transcript.ts';
import { nothingOutside, type AgentEvent, type AgentTask } from './docs-agent.ts';

export const generousBudget: Budget = {
  modelCalls: 100,
  tokens: 1e9,
  deadlineMinutes: 30,
  timeLeft: Number.MAX_SAFE_INTEGER,
  changedFiles: 200,
  changedBytes: 1 << 20,
};

/** A point at which something is kept; `before` it is not yet, `after` it is. */
export type Moment = 'before turn' | 'after turn' | 'before results' | 'after results';

export interface TestTask {
  readonly task: AgentTask;
  /** Everything kept so far. */
  readonly stored: TranscriptEntry[];
  /** What each stored turn cost. */
  readonly paid: ModelUsage[];
  readonly told: AgentEvent[];
  /** What was spoken; undefined where it was taken back. */
  readonly spoken: (string | undefined)[];
  /** Of each stored message of results. */
  readonly mayHaveChanged: boolean[];
  /** What people said that nobody has taken. */
  readonly inbox: PersonMessage[];
}

export const promptOfTest: PersonMessage = { role: 'user', text: 'Fix the typo in the guide' };

/** A task in a folder, its story kept in memory as the job keeps it in its database. */
export function createTestTask({
  root = '/nowhere',
  stored: before = [],
  inbox = before.length === 0 ? [promptOfTest] : [],
  onMoment = () => undefined,
  ...task
}: Partial<AgentTask> & {
  root?: string;
  /** What is kept of an earlier attempt. */
  stored?: readonly TranscriptEntry[];
  inbox?: readonly PersonMessage[];
  /** May throw, as a process dies. */
  onMoment?: (moment: Moment) => void | Promise<void>;
} = {}): TestTask {
  // As JSON, the way the database keeps it.
  const stored = JSON.parse(JSON.stringify(before)) as TranscriptEntry[];
  const waiting = [...inbox];
  const paid: ModelUsage[] = [];
  const told: AgentEvent[] = [];
  const spoken: (string | undefined)[] = [];
  const mayHaveChanged: boolean[] = [];
  return {
    stored,
    paid,
    told,
    spoken,
    mayHaveChanged,
    inbox: waiting,
    task: {
      tree: { root, docsFolder: '', contexts: {}, allowedPaths: [], symbolicLinks: [], basePaths: [] },
      instructions: undefined,
      pullRequestTemplate: undefined,
      today: '2026-11-22',
      checks: {
        file: () => Promise.resolve([]),
        docs: () => Promise.resolve({ frameworks: [], pages: 0, findings: [] }),
      },
      change: {
        diff: () => Promise.resolve(''),
        before: () => Promise.resolve(undefined),
        // Few of these runs have a tree to change.
        isUntouched: () => Promise.resolve(false),
      },
      outside: nothingOutside,
      transcript: stored.slice(),
      budget: generousBudget,
      spent: nothingSpent,
      signal: new AbortController().signal,
      story: {
        tell: (event) => void told.push(event),
        speak: (words) => void spoken.push(words?.()),
        async recordTurn({ entries, usage }) {
          await onMoment('before turn');
          stored.push(...entries);
          paid.push(usage);
          await onMoment('after turn');
        },
        recordLost(usage) {
          paid.push(usage);
          return Promise.resolve();
        },
        async recordResults(results, tree) {
          await onMoment('before results');
          stored.push(results);
          mayHaveChanged.push(tree.mayHaveChanged);
          await onMoment('after results');
        },
        takeMessages: () => {
          const messages = waiting.splice(0);
          stored.push(...messages);
          return Promise.resolve(messages);
        },
        changeSize: () => Promise.resolve({ files: 0, bytes: 0 }),
        paid: () => Promise.resolve({ job: 0, month: 0 }),
      },
      ...task,
    },
  };
}

/** What the turns cost together. */
export function spentOn(paid: readonly ModelUsage[]) {
  return paid.reduce(spend, nothingSpent);
}

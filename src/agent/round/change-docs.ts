import type { AppError } from '../../kernel/app-error.ts';
import { createFolderTree } from '../../../check/src/check.ts';
import {
  notChecked,
  type CheckReport,
  type Check,
  type Finding,
  type HostedRepository,
} from '../../../check/src/check.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';
import type {
  AgentChange,
  AgentChecks,
  AgentCommands,
  AgentEnding,
  AgentOutside,
  AgentTree,
  DocsAgent,
  ProjectInstructions,
} from '../agents/docs-agent.ts';
import { groupFindings, placesOf } from '../agents/group-findings.ts';
import type { Budget, Spent } from '../jobs/budget.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { countNotes, type RoundNote } from '../jobs/transcript.ts';
import { HandedBack, type WorkControl } from '../jobs/work-control.ts';
import { resumeStory } from './agent-story.ts';
import type { AttachmentFolder } from './attachment-folder.ts';
import type { BuildCheck } from './build-check.ts';
import { createChangeSoFar } from './change-so-far.ts';
import { countCheckerEnds } from './checker-ends.ts';
import {
  AgentStuck,
  BudgetExhausted,
  BudgetSpentInVain,
  ChangeNotValid,
  DeadlineExceeded,
  ModelRefused,
  NothingChanged,
} from './errors.ts';
import { withoutDraftNote } from './draft-note.ts';
import { redactedHistory } from './redacted-history.ts';
import { syntaxOfData } from './syntax-of-data.ts';

/** Times that findings go back to the agent before the job is given up. */
const correctionRounds = 3;
/** Problems that the agent and people are told one by one. */
const mostProblems = 100;
/** The longest time that a timer can take, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** What the agent leaves behind: the tree, its words, and what the checks say of it. */
export interface ChangedDocs {
  readonly title: string;
  readonly summary: string;
  /** Why the work is not finished although it may be shown; undefined when it is. */
  readonly unfinished: string | undefined;
  /** The summary asks the person something, and nothing is to be published. */
  readonly isQuestion?: boolean;
}

/**
 * Lets the agent work until it finishes, and neither docs-check nor the build command finds an error that the change
 * brought in. When the agent is stopped, valid work is kept as unfinished. Throws what a sandbox throws, BudgetExhausted,
 * DeadlineExceeded, ChangeNotValid, DocsBeyondChecker, ModelRefused, NothingChanged, AgentStuck, and HandedBack while
 * the process drains.
 */
export async function changeDocs({
  run,
  attachments,
  agent,
  workspace,
  tree,
  outside,
  commands,
  instructions,
  pullRequestTemplate,
  today,
  repository,
  docsCheck,
  build,
  budget,
  control,
}: {
  run: JobRun;
  attachments: AttachmentFolder;
  agent: DocsAgent;
  workspace: Workspace;
  tree: AgentTree;
  outside: AgentOutside;
  commands: AgentCommands | undefined;
  instructions: ProjectInstructions | undefined;
  pullRequestTemplate: string | undefined;
  /** As `2026-11-22`. */
  today: string;
  /** As docs-check takes it; undefined where the tree is not what the code host shows at its usual address. */
  repository: HostedRepository | undefined;
  docsCheck: Check;
  /** Undefined for a project without a build command. */
  build: BuildCheck | undefined;
  budget: Budget;
  control: WorkControl;
}): Promise<ChangedDocs> {
  const docs = createFolderTree(workspace.root);
  const base = {
    id: workspace.baseSha,
    list: () => Promise.resolve(tree.basePaths),
    read: (path: string) => workspace.readAtBase(path),
  };
  const repositoryOption = repository === undefined ? {} : { repository };
  const checkerEnds = countCheckerEnds(run);
  const check = async (files: readonly ChangedFile[], signal: AbortSignal): Promise<CheckReport> => {
    const changed = files.flatMap(({ path, previousPath }) => [path, ...(previousPath ? [previousPath] : [])]);
    const { docsFolder } = tree;
    const report = await docsCheck.check({ tree: docs, base, changed, docsFolder, ...repositoryOption, signal });
    await checkerEnds.look(report.findings);
    const { findings } = report;
    const dataFindings = await syntaxOfData(files, { docsCheck, now: docs, base, known: findings });
    return { ...report, findings: [...findings, ...dataFindings] };
  };
  const change = createChangeSoFar({ workspace, check, build });
  const changeOfAgent: AgentChange = {
    diff: () => {
      change.forget();
      return change.diff();
    },
    before: (path) => workspace.readAtBase(path),
    isUntouched: async () => (await workspace.stage()).isStart,
  };
  const checks: AgentChecks = {
    file: async (path, content) => checkerEnds.look(await docsCheck.checkFile(path, content, docs)),
    docs: (signal) => {
      // Asked in the middle of a turn, after edits that are not noted yet.
      change.forget();
      return change.report(signal);
    },
  };
  const story = await resumeStory({ run, attachments, change, control });
  const deadline = AbortSignal.timeout(Math.min(Math.max(0, budget.timeLeft), longestTimer));
  const signal = AbortSignal.any([control.signal, deadline, checkerEnds.signal]);

  const work = async (): Promise<AgentEnding> => {
    const { transcript, spent } = story;
    try {
      if (deadline.aborted || budget.timeLeft <= 0) return { kind: 'budget', budget: 'deadline' };
      return await agent.work({
        tree,
        instructions,
        pullRequestTemplate,
        today,
        checks,
        change: changeOfAgent,
        outside,
        commands,
        history: redactedHistory(workspace.history),
        transcript,
        story,
        budget,
        spent,
        signal,
      });
    } catch (error) {
      control.signal.throwIfAborted();
      checkerEnds.signal.throwIfAborted();
      // Handed back: what the deadline would have ended is stored, and goes on later.
      if (deadline.aborted && !(error instanceof HandedBack)) return { kind: 'budget', budget: 'deadline' };
      throw error;
    }
  };

  for (;;) {
    await run.enterPhase('running');
    const ending = await work();
    control.signal.throwIfAborted();
    checkerEnds.signal.throwIfAborted();
    if (ending.kind === 'refused') throw new ModelRefused(agent.name);
    if (ending.kind === 'idle') throw new NothingChanged(ending.said);
    if (ending.kind === 'asked') {
      const title = run.job.title ?? titleFrom(run.job.prompt);
      return { title, summary: ending.question, unfinished: undefined, isQuestion: true };
    }
    await run.enterPhase('validating');
    const { findings } = await change.report(control.signal);
    checkerEnds.signal.throwIfAborted();
    const hasChange = (await change.diff()) !== '';
    // What docs-check finds is told more exactly, and at once; what is not published need not build.
    const isWorthBuilding = hasChange && splitFindings(findings).introduced.length === 0;
    const built = isWorthBuilding ? await change.built(control.signal) : [];
    const { introduced, standing } = splitFindings([...findings, ...built]);
    const problems = listProblems(introduced);
    await run.emit({ type: 'findings', introduced: introduced.length, standing: standing.length, text: problems });
    if (introduced.length === 0) {
      return wordsOf(ending, { run, budget, hasChange, spent: story.spent, model: agent.name });
    }
    if (ending.kind !== 'finished') {
      const outcome = `The current change is not valid. It is available as the job's diff:\n${problems}`;
      throw stopOf(ending, outcome, { budget, spent: story.spent, model: agent.name });
    }
    const rounds = countNotes(story.transcript, 'findings');
    if (rounds >= correctionRounds) throw new ChangeNotValid(correctionRounds, problems);
    await story.addNote(findingsNote(problems));
    // Where nothing could be checked, there is no finding to keep: it is tried once more, whatever the agent does.
    if (introduced.some(({ rule }) => rule === notChecked)) change.forget();
  }
}

function findingsNote(problems: string): RoundNote {
  const text =
    'The checks found problems that your change introduced. Fix them, then call finish again. Leave older problems ' +
    `alone unless the instruction says otherwise.\n\n${problems}`;
  return { role: 'user', origin: 'round', kind: 'findings', text };
}

function splitFindings(findings: readonly Finding[]): { introduced: Finding[]; standing: Finding[] } {
  return {
    introduced: findings.filter((finding) => finding.introduced !== false && finding.severity === 'error'),
    standing: findings.filter((finding) => finding.introduced === false),
  };
}

function listProblems(findings: readonly Finding[]): string {
  const shown = findings.slice(0, mostProblems);
  const lines = groupFindings(shown).map(groupLine);
  const more = findings.length - shown.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
}

function groupLine(group: readonly Finding[]): string {
  const [{ rule, message } = { rule: '', message: '' }] = group;
  return `${placesOf(group)} ${rule}: ${message}`;
}

type Stop = Extract<AgentEnding, { kind: 'budget' | 'stuck' }>;

/** What the pull request says. */
function wordsOf(
  ending: Stop | Extract<AgentEnding, { kind: 'finished' }>,
  { run, hasChange, ...situation }: { run: JobRun; hasChange: boolean } & Parameters<typeof stopOf>[2],
): Pick<ChangedDocs, 'title' | 'summary' | 'unfinished'> {
  const title = run.job.title ?? titleFrom(run.job.prompt);
  const mayBePartial = 'What stands passes the checks, but the instruction may be carried out only in part.';
  if (ending.kind === 'finished') {
    const { summary } = ending;
    // An answer that changes nothing renames no job that has made a change before.
    const said = ending.isUnchanged === true && run.job.title !== null ? undefined : ending.title;
    if (summary !== '') return { title: said ?? title, summary, unfinished: undefined };
    const unfinished = `The agent stopped without saying that it had finished. ${mayBePartial}`;
    return { title, summary: 'The agent wrote no summary.', unfinished };
  }
  if (!hasChange) throw stopOf(ending, 'Nothing was changed.', situation);
  const why =
    ending.kind === 'stuck'
      ? `The agent got the same answer from its tool ${ending.tool} again and again, and was stopped.`
      : `The ${ending.budget} budget ran out before the agent finished.`;
  const { summary: earlier } = run.job;
  const summary = earlier === null ? 'The agent stopped before writing a summary.' : withoutDraftNote(earlier);
  return { title, summary, unfinished: `${why} ${mayBePartial}` };
}

/** The error of a run that was stopped and leaves nothing to show. It names what used the budget up, not the budget alone. */
function stopOf(
  ending: Stop,
  outcome: string,
  { budget, spent, model }: { budget: Budget; spent: Spent; model: string },
): AppError {
  if (ending.kind === 'stuck') return new AgentStuck(ending, outcome);
  if (ending.budget === 'deadline') return new DeadlineExceeded(budget.deadlineMinutes, outcome);
  if (spent.brokenOff > 0 && spent.brokenOff * 2 >= spent.modelCalls && ending.budget !== 'diff')
    return new BudgetSpentInVain(model, spent, outcome);
  return new BudgetExhausted(ending.budget, outcome);
}

function titleFrom(prompt: string): string {
  const line = prompt.trim().split(/\r\n|\r|\n/)[0] ?? '';
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

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
  AgentEnding,
  AgentOutside,
  AgentTree,
  DocsAgent,
  ProjectInstructions,
} from '../agents/docs-agent.ts';
import type { Budget, BudgetName } from '../jobs/budget.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { countNotes, type FindingsNote } from '../jobs/transcript.ts';
import { HandedBack, type WorkControl } from '../jobs/work-control.ts';
import { resumeStory } from './agent-story.ts';
import type { AttachmentFolder } from './attachment-folder.ts';
import type { BuildCheck } from './build-check.ts';
import { createChangeSoFar } from './change-so-far.ts';
import { countCheckerEnds } from './checker-ends.ts';
import { BudgetExhausted, ChangeNotValid, DeadlineExceeded, ModelRefused } from './errors.ts';
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
 * brought in. At the end of a budget valid work is kept as unfinished. Throws what a sandbox throws, BudgetExhausted,
 * DeadlineExceeded, ChangeNotValid, DocsBeyondChecker, ModelRefused, and HandedBack while the process drains.
 */
export async function changeDocs({
  run,
  attachments,
  agent,
  workspace,
  tree,
  outside,
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
    async isUntouched() {
      for await (const _ of workspace.blobsChangedHere()) return false;
      return true;
    },
  };
  const checks: AgentChecks = {
    file: async (path, content) => checkerEnds.look(await docsCheck.checkFile(path, content, docs)),
    docs: (signal) => {
      // Asked in the middle of a turn, after edits that are not noted yet.
      change.forget();
      return change.report(signal);
    },
  };
  const story = await resumeStory({ run, attachments, workspace, change, control });
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
      return wordsOf(ending, { run, budget, hasChange });
    }
    if (ending.kind === 'budget') {
      const outcome = `The current change is not valid. It is available as the job's diff:\n${problems}`;
      throw outOf(ending.budget, budget, outcome);
    }
    const rounds = countNotes(story.transcript, 'findings');
    if (rounds >= correctionRounds) throw new ChangeNotValid(correctionRounds, problems);
    await story.addNote(findingsNote(problems));
    // Where nothing could be checked, there is no finding to keep: it is tried once more, whatever the agent does.
    if (introduced.some(({ rule }) => rule === notChecked)) change.forget();
  }
}

function findingsNote(problems: string): FindingsNote {
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
  const lines = findings.slice(0, mostProblems).map(findingLine);
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
}

function findingLine({ rule, path, line, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`} ${rule}: ${message}`;
}

/** What the pull request says. */
function wordsOf(
  ending: Exclude<AgentEnding, { kind: 'refused' | 'asked' }>,
  { run, budget, hasChange }: { run: JobRun; budget: Budget; hasChange: boolean },
): Pick<ChangedDocs, 'title' | 'summary' | 'unfinished'> {
  const title = run.job.title ?? titleFrom(run.job.prompt);
  if (ending.kind === 'finished') {
    const summary = ending.summary === '' ? 'The agent wrote no summary.' : ending.summary;
    return { title: ending.title ?? title, summary, unfinished: undefined };
  }
  if (!hasChange) throw outOf(ending.budget, budget, 'Nothing was changed.');
  const unfinished =
    `The ${ending.budget} budget ran out before the agent finished. The change passes the checks, but may cover only part of ` +
    'the instruction.';
  return { title, summary: run.job.summary ?? 'The agent stopped before writing a summary.', unfinished };
}

function outOf(name: BudgetName, budget: Budget, outcome: string): AppError {
  if (name !== 'deadline') return new BudgetExhausted(name, outcome);
  return new DeadlineExceeded(budget.deadlineMinutes, outcome);
}

function titleFrom(prompt: string): string {
  const line = prompt.trim().split(/\r\n|\r|\n/)[0] ?? '';
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

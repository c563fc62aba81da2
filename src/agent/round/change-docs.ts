import { createFolderTree } from '../../docs-check/folder-tree.ts';
import type { CheckReport, DocsCheck, Finding } from '../../docs-check/docs-check.ts';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import type { LanguageModel, ToolMessage } from '../../model/language-model.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';
import type { Budget, BudgetName } from '../agents/built-in/budget.ts';
import { createChangeSoFar } from './change-so-far.ts';
import { BudgetExhausted, ChangeNotValid, DeadlineExceeded, ModelRefused } from '../errors.ts';
import { createJobProgress } from './job-progress.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { createTools } from '../agents/built-in/tools/create-tools.ts';
import type { TreeAccess } from '../agents/built-in/tools/tree-access.ts';
import { isMessage, type TranscriptEntry } from '../jobs/transcript.ts';
import { runTurnLoop, type TurnLoopOutcome } from '../agents/built-in/turn-loop.ts';
import { HandedBack, type WorkControl } from '../jobs/worker.ts';

/** Times that findings go back to the model before the job is given up. */
const correctionRounds = 3;

/** What the agent leaves behind: the tree, its words, and what docs-check says of it. */
export interface ChangedDocs {
  readonly title: string;
  readonly summary: string;
  /** Why the work is not finished although it may be shown; undefined when it is. */
  readonly unfinished: string | undefined;
  /** Problems that stood before and still do. */
  readonly standing: readonly Finding[];
}

/**
 * Lets the agent work until it finishes and docs-check finds no error that the change brought in. At the end of a budget
 * valid work is kept as unfinished. Throws BudgetExhausted, DeadlineExceeded, ChangeNotValid, ModelRefused, and
 * HandedBack while the process drains.
 */
export async function changeDocs({
  run,
  workspace,
  model,
  system,
  tree,
  docsFolder,
  docsCheck,
  budget,
  clock,
  control,
}: {
  run: JobRun;
  workspace: Workspace;
  model: LanguageModel;
  system: string;
  tree: TreeAccess;
  docsFolder: string;
  docsCheck: DocsCheck;
  budget: Budget;
  clock: Clock;
  control: WorkControl;
}): Promise<ChangedDocs> {
  const docs = createFolderTree(workspace.root);
  const base = { list: () => workspace.listAtBase(), read: (path: string) => workspace.readAtBase(path) };
  const change = createChangeSoFar(workspace);
  const check = (signal: AbortSignal, files: readonly ChangedFile[]): Promise<CheckReport> => {
    const changed = files.flatMap(({ path, previousPath }) => [path, ...(previousPath ? [previousPath] : [])]);
    return docsCheck.check({ tree: docs, base, changed, docsFolder, signal });
  };
  /** Of the tree as it stands; undefined when that has not been checked. */
  let report: Promise<CheckReport> | undefined;
  const progress = createJobProgress();
  let { entries, spent } = await run.transcript();
  const storeResults = async (message: ToolMessage) => {
    const mayHaveChanged = change.note(message);
    if (mayHaveChanged) report = undefined;
    const tree = mayHaveChanged ? { snapshot: await workspace.snapshot(), diff: await change.diff() } : undefined;
    await run.recordEntries({ entries: [message], ...(tree && { tree }), events: progress.take() });
    if (control.isDraining()) throw new HandedBack('a turn is stored, and the process is stopping');
  };

  const work = async (): Promise<TurnLoopOutcome> => {
    const result = await runTurnLoop({
      model,
      system,
      tools: createTools({
        tree,
        checkFile: (path, content) => docsCheck.checkFile(path, content, docs),
        // Asked in the middle of a turn, after edits that are not noted yet.
        checkDocs: (signal) => (report = workspace.changedFiles().then((files) => check(signal, files))),
        messages: entries.filter(isMessage),
      }),
      messages: entries,
      signal: control.signal,
      budget,
      spent,
      clock,
      emit: progress.emit,
      measureChange: async () => {
        const files = await change.files();
        return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
      },
      onModelTurn: async ({ entries: added, usage }) => {
        await run.recordModelTurn({ entries: added, usage, events: progress.take() });
      },
      onToolResults: storeResults,
      takeMessages: () => run.takeMessages(),
    });
    ({ messages: entries, spent } = result);
    return result.outcome;
  };

  for (;;) {
    await run.enterPhase('running');
    const outcome = await work();
    control.signal.throwIfAborted();
    if (outcome.kind === 'refused') throw new ModelRefused(model.name);
    await run.enterPhase('validating');
    const { introduced, standing } = splitFindings(await (report ??= check(control.signal, await change.files())));
    const problems = introduced.map(findingLine).join('\n');
    await run.emit({ type: 'findings', introduced: introduced.length, standing: standing.length, text: problems });
    if (introduced.length === 0) {
      return { ...wordsOf(outcome, { run, budget, hasChange: (await change.diff()) !== '' }), standing };
    }
    if (outcome.kind === 'budget') throw outOf(outcome.budget, run, budget, `What stands is not valid:\n${problems}`);
    if (correctionsIn(entries) >= correctionRounds) throw new ChangeNotValid(correctionRounds, problems);
    const correction = { role: 'user', origin: 'loop', text: `${correctionOpening}\n\n${problems}` } as const;
    await run.recordEntries({ entries: [correction] });
    entries = [...entries, correction];
  }
}

const correctionOpening =
  'The checks found problems that your change brought in. Correct them, then call finish again. Problems that stood ' +
  'before are not your concern unless the instruction says so.';

/** Corrections asked for since a person last spoke. */
function correctionsIn(entries: readonly TranscriptEntry[]): number {
  const spoke = entries.findLastIndex((entry) => entry.role === 'user' && entry.origin === undefined);
  return entries.slice(spoke + 1).filter((entry) => entry.role === 'user' && entry.text.startsWith(correctionOpening))
    .length;
}

function splitFindings({ findings }: CheckReport): { introduced: Finding[]; standing: Finding[] } {
  return {
    introduced: findings.filter((finding) => finding.introduced !== false && finding.severity === 'error'),
    standing: findings.filter((finding) => finding.introduced === false),
  };
}

function findingLine({ rule, path, line, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`} ${rule}: ${message}`;
}

/** What the pull request says. Without `finish` the last words of the model are the summary. */
function wordsOf(
  outcome: TurnLoopOutcome,
  { run, budget, hasChange }: { run: JobRun; budget: Budget; hasChange: boolean },
): Pick<ChangedDocs, 'title' | 'summary' | 'unfinished'> {
  const title = run.job.title ?? titleFrom(run.job.prompt);
  switch (outcome.kind) {
    case 'finished':
      return { title: outcome.title, summary: outcome.summary, unfinished: undefined };
    case 'ended':
      return {
        title,
        summary: outcome.text === '' ? 'The agent left no summary.' : outcome.text,
        unfinished: undefined,
      };
    case 'budget': {
      if (!hasChange) throw outOf(outcome.budget, run, budget, 'Nothing was changed until then.');
      const unfinished =
        `The ${outcome.budget} budget of the job was used up before the agent had finished. What stands passes the ` +
        'checks, but the instruction may be carried out only in part.';
      return { title, summary: run.job.summary ?? 'The agent did not get to write a summary.', unfinished };
    }
    case 'refused':
    case 'aborted':
      // Handled before: a refusal is an error, an abort throws its reason.
      throw new TypeError(`a run that ${outcome.kind} has no words`);
  }
}

function outOf(name: BudgetName, run: JobRun, budget: Budget, outcome: string): BudgetExhausted | DeadlineExceeded {
  if (name !== 'deadline') return new BudgetExhausted(name, outcome);
  const minutes = Math.round((budget.deadline - (run.job.started_at ?? budget.deadline)) / duration.minute);
  return new DeadlineExceeded(minutes, outcome);
}

function titleFrom(prompt: string): string {
  const line = prompt.trim().split(/\r\n|\r|\n/)[0] ?? '';
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

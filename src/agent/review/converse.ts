import type { CodeHost, PullRequestDetails } from '../../codehost/code-host.ts';
import type { ReviewComment } from '../../contract/agent-job.ts';
import type { Project } from '../../contract/project.ts';
import type { LanguageModel } from '../../model/language-model.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { createListTool } from '../agents/built-in/tools/list.ts';
import { createReadTool } from '../agents/built-in/tools/read.ts';
import { createSearchTool } from '../agents/built-in/tools/search.ts';
import { createSeenFiles } from '../agents/built-in/tools/seen-files.ts';
import { createTreeAccess } from '../agents/built-in/tools/tree-access.ts';
import { runTurnLoop } from '../agents/built-in/turn-loop.ts';
import type { AgentEnding } from '../agents/docs-agent.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { isMessage, isNote } from '../jobs/transcript.ts';
import { HandedBack, type WorkControl } from '../jobs/work-control.ts';
import { resumeStory } from '../round/agent-story.ts';
import { findProjectInstructions } from '../round/project-instructions.ts';
import { roundBudget } from '../round/round-budget.ts';
import type { Proof, Remark } from './remark.ts';
import { pullRequestNote, reviewNotes, reviewPrompt } from './review-texts.ts';
import { commentsOf, createReviewTool } from './review-tool.ts';

/** A review reads a few pages; whoever needs more calls is lost. */
const mostCalls = 40;
/** The longest time that a timer can take, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** What the model says of the change; `unfinished` completes the sentence "The model did not finish: ...". */
export interface Conversation {
  readonly comments: readonly ReviewComment[];
  readonly unfinished?: string;
}

/** One conversation of the model with tools that only read. It goes on from what is stored. */
export async function converse({
  run,
  control,
  model,
  project,
  workspace,
  details,
  comments,
  proof,
  found,
  today,
}: {
  run: JobRun;
  control: WorkControl;
  model: LanguageModel;
  project: Project;
  workspace: Workspace;
  details: PullRequestDetails;
  comments: Awaited<ReturnType<CodeHost['readComments']>>;
  proof: Proof;
  /** By the checker, in the lines of the change. */
  found: readonly Remark[];
  today: string;
}): Promise<Conversation> {
  const noChange = {
    forget: () => undefined,
    staged: () => workspace.stage(),
    files: () => Promise.resolve([]),
  };
  const attachments = { fill: () => Promise.resolve() };
  const contextTokens = await model.contextTokens(control.signal);
  const story = await resumeStory({ run, attachments, change: noChange, control });
  if (!story.transcript.some((entry) => isNote(entry, 'pull-request')))
    await story.addNote(pullRequestNote({ details, files: proof.files, comments, found, contextTokens }));
  const budget = roundBudget(project, run.job.worked);
  const deadline = AbortSignal.timeout(Math.min(Math.max(0, budget.timeLeft), longestTimer));
  const signal = AbortSignal.any([control.signal, deadline]);
  const tree = createTreeAccess({
    root: workspace.root,
    docsFolder: '',
    contexts: {},
    allowedPaths: [],
    symbolicLinks: await workspace.symbolicLinks(),
    submodules: await workspace.submodules(),
    basePaths: [],
  });
  const seen = createSeenFiles(story.transcript.filter(isMessage));
  const converseOnce = async (): Promise<AgentEnding> => {
    const { transcript, spent } = story;
    try {
      return await runTurnLoop({
        model,
        contextTokens,
        system: reviewPrompt({
          instructions: await findProjectInstructions(workspace),
          docsFolder: project.docsFolder,
          today,
          model: model.name,
        }),
        tools: [
          createReadTool({ tree, seen, sees: model.sees }),
          createSearchTool({ tree, seen }),
          createListTool({ tree }),
          createReviewTool(proof, transcript),
        ],
        notes: reviewNotes,
        task: {
          transcript,
          story,
          change: { isUntouched: () => Promise.resolve(true) },
          budget: { ...budget, modelCalls: Math.min(budget.modelCalls, mostCalls) },
          spent,
          signal,
        },
      });
    } catch (error) {
      control.signal.throwIfAborted();
      if (deadline.aborted && !(error instanceof HandedBack)) return { kind: 'budget', budget: 'deadline' };
      throw error;
    }
  };
  const ending = await converseOnce();
  const said = ending.kind === 'finished' ? commentsOf(story.transcript) : undefined;
  return said === undefined ? { comments: [], unfinished: whyUnfinished(ending) } : { comments: said };
}

function whyUnfinished(ending: AgentEnding): string {
  if (ending.kind === 'budget') return `the ${ending.budget} budget was used up`;
  if (ending.kind === 'refused') return 'it refused';
  return ending.kind === 'stuck' ? 'it repeated itself' : 'it gave no review';
}

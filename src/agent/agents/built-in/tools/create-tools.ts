import { attachmentsContext } from '../../../../contract/attachment.ts';
import type { ModelMessage } from '../../../../model/language-model.ts';
import type { AgentChange, AgentChecks, AgentCommands, AgentHistory, AgentOutside } from '../../docs-agent.ts';
import { createAskTool } from './ask.ts';
import { createCheckDocsTool } from './check-docs.ts';
import { createDeleteTool } from './delete.ts';
import { createDiffTool } from './diff.ts';
import { createEditTool } from './edit.ts';
import { createFetchPageTool } from './fetch-page.ts';
import { createFinishTool } from './finish.ts';
import { createHistoryTool } from './history.ts';
import { createInsertTool } from './insert.ts';
import { createListTool } from './list.ts';
import { createMoveTool } from './move.ts';
import { createPlaceAttachmentTool } from './place-attachment.ts';
import { createPlanTool } from './plan.ts';
import { createReadDiscussionTools } from './read-discussion.ts';
import { createReadTool } from './read.ts';
import { createReplaceTool } from './replace.ts';
import { createRevertTool } from './revert.ts';
import { createRunCommandTool } from './run-command.ts';
import { createSearchTool } from './search.ts';
import { createSeenFiles } from './seen-files.ts';
import type { AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';
import { createWriteTool } from './write.ts';

/** The tools of one run, always in the same order. `messages` are the stored ones of a resumed run, else none. */
export function createTools(options: {
  tree: TreeAccess;
  checks: AgentChecks;
  change: AgentChange;
  outside: AgentOutside;
  commands?: AgentCommands | undefined;
  history?: AgentHistory | undefined;
  messages: readonly ModelMessage[];
  /** Media types that the model can look at. */
  sees: readonly string[];
}): AgentTool[] {
  const { tree, checks, change, outside } = options;
  const seenFiles = createSeenFiles(options.messages);
  return [
    createReadTool({ tree, seen: seenFiles, sees: options.sees }),
    createSearchTool({ tree, seen: seenFiles }),
    createListTool({ tree }),
    ...(options.history === undefined ? [] : [createHistoryTool({ tree, history: options.history })]),
    ...(outside.webHosts.length > 0 ? [createFetchPageTool(outside)] : []),
    ...createReadDiscussionTools(outside),
    createEditTool({ tree, seen: seenFiles, checks }),
    createInsertTool({ tree, seen: seenFiles, checks }),
    createReplaceTool({ tree, seen: seenFiles, checks, change }),
    createWriteTool({ tree, seen: seenFiles, checks }),
    ...(tree.contexts.includes(attachmentsContext)
      ? [createPlaceAttachmentTool({ tree, seen: seenFiles, checks })]
      : []),
    createMoveTool({ tree, seen: seenFiles }),
    createDeleteTool({ tree }),
    createDiffTool({ tree, seen: seenFiles, change }),
    createRevertTool({ tree, seen: seenFiles, change }),
    ...createRunCommandTool({ tree, seen: seenFiles, commands: options.commands }),
    createCheckDocsTool({ checks, seen: seenFiles }),
    createPlanTool(),
    createAskTool(change),
    createFinishTool(),
  ];
}

import type { ModelMessage } from '../../../../model/language-model.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { createCheckDocsTool } from './check-docs.ts';
import { createDeleteTool } from './delete.ts';
import { createEditTool } from './edit.ts';
import { createFinishTool } from './finish.ts';
import { createListTool } from './list.ts';
import { createMoveTool } from './move.ts';
import { createPlanTool } from './plan.ts';
import { createReadTool } from './read.ts';
import { createReplaceTool } from './replace.ts';
import { createSearchTool } from './search.ts';
import { createSeenFiles } from './seen-files.ts';
import type { AgentTool } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';
import { createWriteTool } from './write.ts';

/** The tools of one run, always in the same order. `messages` are the stored ones of a resumed run, else none. */
export function createTools(options: {
  tree: TreeAccess;
  checks: AgentChecks;
  messages: readonly ModelMessage[];
}): AgentTool[] {
  const { tree, checks } = options;
  const seen = createSeenFiles(options.messages);
  return [
    createReadTool({ tree, seen }),
    createSearchTool({ tree, seen }),
    createListTool({ tree }),
    createEditTool({ tree, seen, checks }),
    createReplaceTool({ tree, seen, checks }),
    createWriteTool({ tree, seen, checks }),
    createMoveTool({ tree, seen }),
    createDeleteTool({ tree }),
    createCheckDocsTool(checks),
    createPlanTool(),
    createFinishTool(),
  ];
}

import type { ToolMessage } from '../../model/language-model.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';

/** Tools whose calls can change the tree; after any other call what git said before still holds. */
const changingTools = new Set(['edit', 'write', 'move', 'delete']);

/** What the agent changed so far. Git is asked again only after a call that can have changed something. */
export interface ChangeSoFar {
  diff(): Promise<string>;
  files(): Promise<readonly ChangedFile[]>;
  /** True when one of the calls can have changed the tree. */
  note(message: ToolMessage): boolean;
}

export function createChangeSoFar(workspace: Pick<Workspace, 'diff' | 'changedFiles'>): ChangeSoFar {
  let diff: Promise<string> | undefined;
  let files: Promise<readonly ChangedFile[]> | undefined;
  return {
    diff: () => (diff ??= workspace.diff()),
    files: () => (files ??= workspace.changedFiles()),
    note({ results }) {
      const mayHaveChanged = results.some(({ tool }) => changingTools.has(tool));
      if (mayHaveChanged) diff = files = undefined;
      return mayHaveChanged;
    },
  };
}

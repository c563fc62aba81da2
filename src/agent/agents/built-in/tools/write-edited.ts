import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import type { EditedText } from './edit-text.ts';
import type { SeenFiles } from './seen-files.ts';
import { firstMovedLine, hashOf } from './text-file.ts';
import type { ToolOutcome } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

/**
 * Puts an edited text in place of the file, if the lines that it goes by were shown: writes, checks, and records what
 * the model has seen of it now. `say` begins the answer.
 */
export async function writeEdited({
  path,
  bytes,
  edited,
  goesBy,
  say,
  tree,
  seen: seenFiles,
  checks,
}: {
  path: string;
  /** The file as it stands. */
  bytes: Uint8Array;
  edited: Pick<EditedText, 'text' | 'shown' | 'shownLines'>;
  goesBy: readonly string[];
  say: string;
  tree: TreeAccess;
  seen: SeenFiles;
  checks: AgentChecks;
}): Promise<ToolOutcome> {
  seenFiles.requireLines(path, bytes, goesBy);
  const written = new TextEncoder().encode(edited.text);
  await tree.write(path, written);
  const check = await checkAfterChange(checks, path, { before: bytes, after: written });
  const change = { before: hashOf(bytes), after: hashOf(written), movedFrom: firstMovedLine(bytes, written) };
  return {
    text: [say, edited.shown, check.text].join('\n'),
    record: seenFiles.noteChanges([{ path, ...change, shown: edited.shownLines }]),
  };
}

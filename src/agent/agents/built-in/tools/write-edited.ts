import { counted } from '../../../../kernel/counted.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { alignTables } from './align-tables.ts';
import { checkAfterChange } from './check-after-change.ts';
import type { EditedText } from './edit-text.ts';
import { lineChanges } from './line-changes.ts';
import { mergeSeen, type SeenFiles } from './seen-files.ts';
import { decodeText } from './text-file.ts';
import type { ToolOutcome } from './tool.ts';
import type { TreeAccess } from './tree-access.ts';

/**
 * Puts an edited text in place of the file, if the lines that it goes by were shown: aligns tables again, writes, checks,
 * and records what the model has seen of it now. `say` begins the answer, which does not repeat what the model wrote.
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
  edited: Pick<EditedText, 'text'>;
  goesBy: readonly string[];
  say: string;
  tree: TreeAccess;
  seen: SeenFiles;
  checks: AgentChecks;
}): Promise<ToolOutcome> {
  seenFiles.requireLines(path, bytes, goesBy);
  const original = decodeText(path, bytes);
  const changes = lineChanges(original, edited.text);
  const aligned = alignTables(original, edited.text, changes);
  const written = new TextEncoder().encode(aligned.text);
  await tree.write(path, written);
  const check = await checkAfterChange(checks, path, { before: bytes, after: written });
  const lines = aligned.text.split(/\r?\n/u);
  const known = changes.flatMap(({ newFirst, added }) => lines.slice(newFirst - 1, newFirst - 1 + added));
  const records = [seenFiles.noteChange({ path, before: bytes, after: written, changes, known })];
  // Problems are told with the present numbers of lines.
  if (check.caused > 0) records.push(seenFiles.noteNumbers([path]));
  const note = aligned.rows > 0 ? [`The table was aligned again (${counted(aligned.rows, 'row')}).`] : [];
  return { text: [say, ...note, check.text].join('\n'), record: mergeSeen(records) };
}

import { markedAsUtf16 } from '../../kernel/utf16-mark.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ProjectInstructions } from '../agents/docs-agent.ts';
import { findFileRule } from '../protection/file-rules.ts';

/** Where maintainers may write instructions for agents; the first that exists is used. */
export const instructionPaths = ['.docwright/AGENTS.md', '.mintlify/AGENTS.md', 'AGENTS.md'] as const;

/** Longer instructions would crowd out the task. */
const mostCharacters = 24_000;
/** No instruction that a person wrote is as long. */
const mostBytes = 1024 * 1024;

/**
 * Reads from the base branch, so that a change under review cannot instruct the agent that works on it. Where a link stands, the
 * file of the repository that it leads to; never one that the agent may not see.
 */
export async function findProjectInstructions(
  base: Pick<Workspace, 'findAtBase' | 'readAtBase'>,
): Promise<ProjectInstructions | undefined> {
  for (const path of instructionPaths) {
    const file = await base.findAtBase(path);
    if (file === undefined || findFileRule(file.path, { allowedPaths: [], docsFolder: '' })?.isHidden === true)
      continue;
    const text = file.bytes > mostBytes ? undefined : textOf(await base.readAtBase(file.path));
    if (text === undefined) {
      return { path, text: `(This file was not read: its ${file.bytes} bytes are too many or not text.)` };
    }
    if (text !== '') return { path, text: cut(text) };
  }
  return undefined;
}

/** Undefined where it is no text. */
function textOf(bytes: Uint8Array = new Uint8Array()): string | undefined {
  const text = new TextDecoder(markedAsUtf16(bytes)).decode(bytes).trim();
  return text.includes('\0') ? undefined : text;
}

function cut(text: string): string {
  return text.length > mostCharacters
    ? `${text.slice(0, mostCharacters).toWellFormed()}\n(cut after ${mostCharacters} characters)`
    : text;
}

import type { ProjectInstructions } from '../agents/docs-agent.ts';

/** Where maintainers may write instructions for agents; the first that exists is used. */
export const instructionPaths = ['.docwright/AGENTS.md', '.mintlify/AGENTS.md', 'AGENTS.md'] as const;

/** Longer instructions would crowd out the task. */
const mostCharacters = 24_000;

/** `readAtBase` reads from the base branch, so that a change under review cannot instruct the agent that works on it. */
export async function findProjectInstructions(
  readAtBase: (path: string) => Promise<Uint8Array | undefined>,
): Promise<ProjectInstructions | undefined> {
  for (const path of instructionPaths) {
    const bytes = await readAtBase(path);
    const text = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
    if (text !== '') return { path, text: cut(text) };
  }
  return undefined;
}

function cut(text: string): string {
  return text.length > mostCharacters
    ? `${text.slice(0, mostCharacters)}\n(cut after ${mostCharacters} characters)`
    : text;
}

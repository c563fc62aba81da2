import { findProjectInstructions } from './project-instructions.ts';
import { repositoryMap } from './repository-map.ts';
import { systemPrompt } from './system-prompt.ts';

/** The system prompt for work on this repository, read from its base commit alone. */
export async function describeTask(options: {
  base: {
    list(): Promise<readonly string[]>;
    read(path: string): Promise<Uint8Array | undefined>;
  };
  docsFolder: string;
  /** Names of the context repositories. */
  contexts: readonly string[];
}): Promise<string> {
  const { base, docsFolder, contexts } = options;
  return systemPrompt({
    map: repositoryMap(await base.list(), { docsFolder }),
    docsFolder,
    contexts,
    instructions: await findProjectInstructions((path) => base.read(path)),
  });
}

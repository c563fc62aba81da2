import type { LanguageModel } from '../../../model/language-model.ts';
import { attachmentsContext } from '../../../contract/attachment.ts';
import { isMessage } from '../../jobs/transcript.ts';
import type { DocsAgent } from '../docs-agent.ts';
import { mapCharacters, repositoryMap } from './prompts/repository-map.ts';
import { systemPrompt } from './prompts/system-prompt.ts';
import { createTools } from './tools/create-tools.ts';
import { createTreeAccess } from './tools/tree-access.ts';
import { runTurnLoop } from './turn-loop.ts';

/** Our agent: calls the model and runs its tools, which reach the tree and nothing else, until it finishes. */
export function createBuiltInAgent({ model }: { model: LanguageModel }): DocsAgent {
  return {
    name: model.name,
    isPriced: model.isPriced ?? false,
    async work(task) {
      const { docsFolder, basePaths } = task.tree;
      const tree = createTreeAccess(task.tree);
      const contextTokens = await model.contextTokens(task.signal);
      const map = await repositoryMap(basePaths, {
        docsFolder,
        maxCharacters: mapCharacters(contextTokens),
        read: (path) => task.change.before(path),
      });
      return runTurnLoop({
        model,
        contextTokens,
        system: systemPrompt({
          map,
          docsFolder,
          allowedPaths: task.tree.allowedPaths,
          instructions: task.instructions,
          submodules: task.tree.submodules ?? [],
          contexts: tree.contexts.filter((name) => name !== attachmentsContext),
          commands: task.commands,
          pullRequestTemplate: task.pullRequestTemplate,
          today: task.today,
          model: model.name,
        }),
        tools: createTools({
          tree,
          checks: task.checks,
          change: task.change,
          outside: task.outside,
          commands: task.commands,
          history: task.history,
          messages: task.transcript.filter(isMessage),
          sees: model.sees,
        }),
        task,
      });
    },
  };
}

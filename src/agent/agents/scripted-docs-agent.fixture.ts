import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssistantMessage, ToolMessage } from '../../model/language-model.ts';
import { exhaustedBudget, spend } from '../jobs/budget.ts';
import { isMessage } from '../jobs/transcript.ts';
import type { AgentEnding, DocsAgent } from './docs-agent.ts';

/** What an agent under test is to do, one step after another; each costs one call of a model. */
export type AgentStep =
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  /** It has finished; a step after it is for a further message, or for findings. */
  | { readonly kind: 'finish'; readonly title: string; readonly summary: string }
  | { readonly kind: 'refuse' }
  /** Answers nothing until it is aborted. */
  | { readonly kind: 'hang' };

const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 0 };

/**
 * An agent that does what it is told, and as an outside agent would: it changes files by itself, through no tool of ours
 * and past every rule about paths.
 */
export function createScriptedDocsAgent(steps: readonly AgentStep[]): DocsAgent {
  return {
    name: 'scripted/steps',
    isPriced: true,
    async work({ tree, transcript: before, story, budget, spent: spentBefore, signal }) {
      const transcript = [...before];
      let spent = spentBefore;
      for (;;) {
        signal.throwIfAborted();
        const last = transcript.findLast(isMessage);
        const step = last?.role === 'assistant' ? stepOf(last) : undefined;
        if (step?.kind === 'write') {
          await writeFile(join(tree.root, step.path), step.content);
          const results: ToolMessage = { role: 'tool', results: [resultOf(step.path)] };
          story.tell({ type: 'tool', tool: 'write', line: `write ${step.path}`, failed: false });
          await story.recordResults(results, { mayHaveChanged: true });
          transcript.push(results);
          continue;
        }
        transcript.push(...(await story.takeMessages()));
        if (step !== undefined && transcript.findLast(isMessage) === last) return endingOf(step);
        const exhausted = exhaustedBudget({
          budget,
          spent,
          change: await story.changeSize(),
          paid: await story.paid(),
        });
        if (exhausted !== undefined) return { kind: 'budget', budget: exhausted };
        const next = steps[transcript.filter(({ role }) => role === 'assistant').length];
        if (next === undefined) throw new RangeError('The script of the agent has ended.');
        if (next.kind === 'hang') await untilAborted(signal);
        const message = messageOf(next);
        transcript.push(message);
        spent = spend(spent, usage);
        await story.recordTurn({ entries: [message], usage });
      }
    },
  };
}

function messageOf(step: AgentStep): AssistantMessage {
  return { role: 'assistant', parts: [{ type: 'text', text: `I ${step.kind}.`, metadata: { step } }] };
}

function stepOf({ parts }: AssistantMessage): AgentStep {
  return parts[0]?.metadata?.['step'] as AgentStep;
}

function resultOf(path: string) {
  return { callId: path, tool: 'write', text: 'Written.', failed: false };
}

function endingOf(step: AgentStep): AgentEnding {
  return step.kind === 'finish' ? { kind: 'finished', title: step.title, summary: step.summary } : { kind: 'refused' };
}

export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // It may have been while something else was awaited; then no event comes.
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

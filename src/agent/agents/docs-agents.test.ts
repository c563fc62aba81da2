import { createScriptedModel } from '../../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../../model/scripted/transcript.ts';
import { createBuiltInAgent } from './built-in/built-in-agent.ts';
import { describeDocsAgent } from './docs-agent.conformance.ts';
import { createScriptedDocsAgent, untilAborted, type AgentStep } from './scripted-docs-agent.fixture.ts';

/** The step as an answer of the model: ours must have read a file before it writes it. */
function turnOf(step: AgentStep) {
  switch (step.kind) {
    case 'write': {
      const { path, content } = step;
      return {
        calls: [
          { tool: 'read', input: { path } },
          { tool: 'write', input: { path, content } },
        ],
      };
    }
    case 'finish':
      return { calls: [{ tool: 'finish', input: { title: step.title, summary: step.summary } }] };
    case 'refuse':
      return { text: 'No.', stopReason: 'refused' };
    case 'hang':
      return { waitMilliseconds: 1 };
  }
}

describeDocsAgent('the scripted agent', createScriptedDocsAgent);
describeDocsAgent('the built-in agent', (steps) =>
  createBuiltInAgent({
    model: createScriptedModel({
      name: 'scripted/steps',
      transcript: transcriptSchema.parse({ description: 'steps', turns: steps.map(turnOf) }),
      wait: (_, signal) => untilAborted(signal),
      random: () => 0,
    }),
  }),
);

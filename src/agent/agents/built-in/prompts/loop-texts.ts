import { counted } from '../../../../kernel/counted.ts';
import type { Budget, ChangeSize } from '../../../jobs/budget.ts';
import type { AgentNote } from '../../../jobs/transcript.ts';

/** Messages of the agent loop to the model, which depend on how it has to end. */
export interface LoopNotes {
  /** After an answer without a tool call. */
  reminder(situation: { isUntouched: boolean; asText: boolean }): AgentNote;
  /** Sent when nine tenths of the budget are used. */
  readonly lastCalls: AgentNote;
}

/** After an answer without a tool call: the current state, and how to end the run. */
function reminder({ isUntouched, asText }: { isUntouched: boolean; asText: boolean }): AgentNote {
  const why = asText
    ? 'Your answer contains a tool call as text, which cannot run. Call tools through your interface.'
    : 'You answered without calling a tool.';
  const next = isUntouched
    ? 'No file has changed. If the task needs changes, make them now. If nothing needs to change, or the task asks a question, call finish with no_change: the summary is your answer.'
    : 'If everything is done and checked, call finish with a title and a summary. Otherwise continue the work.';
  const text = `${why} ${next} If you need an answer from the person, call ask.`;
  return { role: 'user', origin: 'agent', kind: 'reminder', text };
}

/** After an answer that reached the provider's length limit before a tool call. */
export const cutOff: AgentNote = {
  role: 'user',
  origin: 'agent',
  kind: 'cut-off',
  text: 'Your answer reached the length limit and was cut off. Any tool call in it is lost. Continue in smaller steps.',
};

const lastCalls: AgentNote = {
  role: 'user',
  origin: 'agent',
  kind: 'last-calls',
  text: 'Your budget is almost used up. Bring your work to a correct state in the next calls, then call finish and say in the summary what is left open.',
};

/** For a job that changes documentation. */
export const changeNotes: LoopNotes = { reminder, lastCalls };

/** The same for people, who know none of the agent's tools. */
export function shownNote({ kind, text }: AgentNote): string {
  if (kind === 'reminder') return 'The agent stopped before it had finished, and was asked to go on.';
  if (kind === 'last-calls') return 'The budget is almost used up. The agent was asked to finish its work.';
  if (kind === 'too-large') return 'The change is larger than the project allows. The agent was asked to reduce it.';
  return text;
}

/** Sent when the change exceeds the project's limits. */
export function tooLarge({ files, bytes }: ChangeSize, { changedFiles, changedBytes }: Budget): AgentNote {
  return {
    role: 'user',
    origin: 'agent',
    kind: 'too-large',
    text:
      `The change has ${counted(files, 'file')} and ${counted(bytes, 'byte')} now; at most ${counted(changedFiles, 'file')} and ` +
      `${counted(changedBytes, 'byte')} may be published. ` +
      'Revert what was not intended (diff shows the change, revert takes a file or a folder). If the instruction ' +
      'needs a larger change, keep a part that makes sense by itself, and say in the summary what is missing.',
  };
}

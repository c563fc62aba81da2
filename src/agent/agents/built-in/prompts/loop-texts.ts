import { counted } from '../../../../kernel/counted.ts';
import type { Budget, ChangeSize } from '../../../jobs/budget.ts';
import type { AgentNote } from '../../../jobs/transcript.ts';

/** What the loop itself says to the model. */

/** For an answer without a tool call. */
export const reminder: AgentNote = {
  role: 'user',
  origin: 'agent',
  kind: 'reminder',
  text: 'You answered without calling a tool. If everything is done and checked, call finish with a title and a summary. If nothing needs to change, call finish too: the summary is your answer. If you need an answer from the person, call ask. Otherwise continue the work.',
};

/** For an answer that ended at the provider's limit before it came to a call. */
export const cutOff: AgentNote = {
  role: 'user',
  origin: 'agent',
  kind: 'cut-off',
  text: 'Your answer reached the length limit and was cut off. Any tool call in it is lost. Continue in smaller steps.',
};

/** When nine tenths of the budget are used. */
export const lastCalls: AgentNote = {
  role: 'user',
  origin: 'agent',
  kind: 'last-calls',
  text: 'Your budget is almost used up. Bring your work to a correct state in the next calls, then call finish and say in the summary what is left open.',
};

/** When the change is larger than the project lets publish. */
export function tooLarge({ files, bytes }: ChangeSize, { changedFiles, changedBytes }: Budget): AgentNote {
  return {
    role: 'user',
    origin: 'agent',
    kind: 'too-large',
    text:
      `The change has ${counted(files, 'file')} and ${counted(bytes, 'byte')} now; at most ${counted(changedFiles, 'file')} and ` +
      `${counted(changedBytes, 'byte')} may be published. ` +
      'Take back what was not meant (diff shows the change, revert takes a file or a folder). If the instruction ' +
      'needs more than that, keep a part that makes sense by itself, and say in the summary what is left.',
  };
}

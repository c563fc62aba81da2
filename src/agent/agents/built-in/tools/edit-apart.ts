import { duration } from '../../../../kernel/clock.ts';
import { runInThread } from '../../../../kernel/run-in-thread.ts';
import { editText, type Edit, type EditedText } from './edit-text.ts';
import { ToolRefusal } from './tool.ts';

/** Characters of a file up to which an edit takes some ten milliseconds at most, so that a thread would take longer. */
const shortText = 50_000;
/** Characters of both passages up to which that is so. */
const shortPassages = 10_000;
/** Of what takes longer an edit is given up. The largest file that may be written takes two seconds at most. */
const limits = { milliseconds: 20 * duration.second, memoryMegabytes: 512 };
const tooMuch = 'The edit is too large. Replace a shorter passage, or fewer of them.';

export type EditAnswer = { readonly edited: EditedText } | { readonly refusal: string };

/** `editText` without holding up the process: in a thread of its own where the texts are long. */
export async function editApart(original: string, edit: Edit): Promise<EditedText> {
  if (original.length <= shortText && edit.oldText.length + edit.newText.length <= shortPassages) {
    return editText(original, edit);
  }
  const thread = new URL('./edit.worker.ts', import.meta.url);
  const answer = await runInThread<EditAnswer>(thread, { original, edit }, limits, { refusal: tooMuch });
  if ('refusal' in answer) throw new ToolRefusal(answer.refusal);
  return answer.edited;
}

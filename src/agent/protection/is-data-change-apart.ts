import { duration } from '../../kernel/clock.ts';
import { runInThread } from '../../kernel/run-in-thread.ts';
import { isDataChange, type TextChange } from './is-data-change.ts';
import type { DataForm } from './file-rules.ts';

/** Characters of both versions up to which comparing takes some 50 ms at most, so that a thread would take longer. */
const short = 8 * 1024;
/** What takes more counts as a change of what runs. */
const most = { milliseconds: 10 * duration.second, memoryMegabytes: 256 };

/** `isDataChange` without holding up the process: in a thread of its own where the texts are long. Tests give it less. */
export async function isDataChangeApart(change: TextChange, form: DataForm, limits = most): Promise<boolean> {
  if ((change.before ?? '').length + (change.after ?? '').length <= short) return isDataChange(change, form);
  return runInThread(new URL('./is-data-change.worker.ts', import.meta.url), { change, form }, limits, false);
}

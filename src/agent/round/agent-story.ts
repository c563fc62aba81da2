import type { JobEventData } from '../../contract/agent-job.ts';
import type { AgentStory } from '../agents/docs-agent.ts';
import { spend, spendInVain, type Spent } from '../jobs/budget.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { RoundNote, TranscriptEntry } from '../jobs/transcript.ts';
import { HandedBack, type WorkControl } from '../jobs/work-control.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import type { AttachmentFolder } from './attachment-folder.ts';
import type { ChangeSoFar } from './change-so-far.ts';

/** What the agent tells, stored under the lease of the job; and what the round adds to it. */
export interface RecordedStory extends AgentStory {
  /** Everything recorded, before this attempt too. */
  readonly transcript: readonly TranscriptEntry[];
  /** What this round has paid for so far. */
  readonly spent: Spent;
  addNote(note: RoundNote): Promise<void>;
}

/** Goes on from what is stored. While the process drains, the work ends with HandedBack once a turn is whole. */
export async function resumeStory({
  run,
  attachments,
  change,
  control,
}: {
  run: JobRun;
  attachments: Pick<AttachmentFolder, 'fill'>;
  change: Pick<ChangeSoFar, 'forget' | 'staged' | 'files'>;
  control: WorkControl;
}): Promise<RecordedStory> {
  const stored = await run.transcript();
  const transcript = [...stored.entries];
  let { spent } = stored;
  let told: JobEventData[] = [];
  const takeTold = () => {
    const events = told;
    told = [];
    return events;
  };
  return {
    transcript,
    get spent() {
      return spent;
    },
    tell(event) {
      told.push(event.type === 'text' ? { ...event, text: redactSecrets(event.text) } : event);
    },
    speak: (words) => {
      run.speak(words);
    },
    async recordTurn({ entries, usage }) {
      try {
        await run.recordModelTurn({ entries, usage, events: takeTold() });
      } finally {
        run.speak(undefined);
      }
      transcript.push(...entries);
      spent = spend(spent, usage);
    },
    async recordLost(usage) {
      await run.recordLost(usage);
      spent = spendInVain(spent, usage);
    },
    async recordResults(results, { mayHaveChanged }) {
      if (mayHaveChanged) change.forget();
      const staged = mayHaveChanged ? await change.staged() : undefined;
      const tree = staged && { snapshot: await staged.snapshot(), diff: await staged.diff() };
      await run.recordEntries({ entries: [results], ...(tree && { tree }), events: takeTold() });
      transcript.push(results);
      if (control.isDraining()) throw new HandedBack('a turn is stored, and the process is stopping');
    },
    async takeMessages() {
      const messages = await run.takeMessages();
      if (messages.length > 0) await attachments.fill();
      transcript.push(...messages);
      return messages;
    },
    async changeSize() {
      const files = await change.files();
      return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
    },
    paid: () => run.paid(),
    async addNote(note) {
      await run.recordEntries({ entries: [note] });
      transcript.push(note);
    },
  };
}

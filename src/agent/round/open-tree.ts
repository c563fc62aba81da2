import { SnapshotUnusable } from '../../workspace/errors.ts';
import type { Workspace, WorkspaceRequest, Workspaces } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { isMessage, type RoundNote, type TranscriptEntry } from '../jobs/transcript.ts';

/** The working copy of a round, with the stored tree; where that tree's base is gone, the branch as it is, and the agent is told. */
export async function openTree({
  run,
  workspaces,
  request,
  signal,
}: {
  run: JobRun;
  workspaces: Workspaces;
  request: Omit<WorkspaceRequest, 'resumeFrom'>;
  signal: AbortSignal;
}): Promise<Workspace> {
  const { tree, entries } = await run.transcript();
  try {
    return await workspaces.open({ ...request, resumeFrom: tree }, signal);
  } catch (error) {
    if (!(error instanceof SnapshotUnusable)) throw error;
    const text =
      'The stored change cannot be restored, because the history of the branch was rewritten. The work starts again from the branch.';
    await run.loseTree({ entries: [...unanswered(entries), changeLostNote], events: [{ type: 'notice', text }] });
    return workspaces.open({ ...request, resumeFrom: undefined }, signal);
  }
}

const changeLostNote: RoundNote = {
  role: 'user',
  origin: 'round',
  kind: 'change-lost',
  text: 'The history of the branch was rewritten, and your change to the files is lost. The files are now those of the branch. Read files again, and make the change that the instruction still needs.',
};

/** A provider takes no conversation in which a call has no result. */
function unanswered(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
  const last = entries.findLast(isMessage);
  const calls = last?.role === 'assistant' ? last.parts.filter((part) => part.type === 'tool-call') : [];
  if (calls.length === 0) return [];
  const text = 'Not run: the files have changed.';
  return [{ role: 'tool', results: calls.map(({ id, tool }) => ({ callId: id, tool, text, failed: true })) }];
}

import { expect, it } from 'vitest';
import { SnapshotUnusable } from '../../workspace/errors.ts';
import type { Workspace, WorkspaceRequest } from '../../workspace/workspace.ts';
import type { JobRun } from '../jobs/job-run.ts';
import type { TranscriptEntry } from '../jobs/transcript.ts';
import { openTree } from './open-tree.ts';

it('answers the calls that were open when the tree was lost, and opens the branch', async () => {
  const tree = { commit: 'a'.repeat(40), bundle: new Uint8Array() };
  const call: TranscriptEntry = {
    role: 'assistant',
    parts: [{ type: 'tool-call', id: 'call-1', tool: 'read', input: {} }],
  };
  const lost: TranscriptEntry[] = [];
  const run = {
    transcript: () => Promise.resolve({ tree, entries: [call], spent: undefined }),
    loseTree: (loss: { entries: readonly TranscriptEntry[] }) => Promise.resolve(lost.push(...loss.entries)),
  };
  const opened: (WorkspaceRequest['resumeFrom'] | 'branch')[] = [];
  const workspaces = {
    open: ({ resumeFrom }: WorkspaceRequest) => {
      opened.push(resumeFrom ?? 'branch');
      if (resumeFrom !== undefined) throw new SnapshotUnusable(resumeFrom.commit, 'gone');
      return Promise.resolve({} as Workspace);
    },
  };
  const request = { jobId: 'job_1' } as Parameters<typeof openTree>[0]['request'];
  const signal = new AbortController().signal;
  await openTree({
    run: run as unknown as JobRun,
    workspaces: workspaces as unknown as Parameters<typeof openTree>[0]['workspaces'],
    request,
    signal,
  });
  expect(opened).toEqual([tree, 'branch']);
  expect(lost).toMatchObject([
    { role: 'tool', results: [{ callId: 'call-1', failed: true }] },
    { role: 'user', kind: 'change-lost' },
  ]);
});

import { useState } from 'react';
import { Problem } from '../parts/problem.tsx';
import { AttachmentBox, attachmentFault, attachmentsOf } from './attachment-box.tsx';
import { useMessageJob, type AgentJob } from './jobs.ts';
import { PromptBox, tooLong } from './prompt-box.tsx';

/** Says more to the agent: an active job reads it before its next step, an ended one goes on with it. */
export function FollowUpForm({ projectId, job }: { projectId: string; job: AgentJob }) {
  const [prompt, setPrompt] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const send = useMessageJob(projectId, job.id);
  const isOff = send.isPending || prompt.trim() === '' || tooLong(prompt) > 0 || attachmentFault(files) !== undefined;
  return (
    <form
      className={`card stack tight ${job.status === 'active' ? 'in-reach' : ''}`}
      aria-label="Follow-up"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOff) return;
        send.mutate(async () => ({ prompt, ...(await attachmentsOf(files)) }), {
          onSuccess: () => {
            setPrompt('');
            setFiles([]);
          },
        });
      }}
    >
      <PromptBox
        label={
          job.needsAnswer ? 'Your answer' : job.status === 'active' ? 'Message the agent' : 'Ask for another change'
        }
        placeholder={
          job.status === 'active'
            ? 'The agent reads it before its next step'
            : job.needsAnswer || job.prLink === null
              ? 'The job continues when you send this'
              : 'The agent updates the same pull request'
        }
        rows={2}
        value={prompt}
        onChange={setPrompt}
        problem={send.error}
      />
      <details>
        <summary>Attach files</summary>
        <AttachmentBox files={files} onChange={setFiles} problem={send.error} />
      </details>
      <Problem error={send.error} />
      <div>
        <button className="button" aria-disabled={isOff}>
          {send.isPending ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  );
}

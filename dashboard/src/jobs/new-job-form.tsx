import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../parts/field.tsx';
import { readForm, type FormFields } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { serverQuery, useProject } from '../projects/projects.ts';
import { AttachmentBox, attachmentFault, attachmentsOf } from './attachment-box.tsx';
import { useStartJob, type NewJob } from './jobs.ts';
import { Templates } from './templates.tsx';
import { PromptBox, tooLong } from './prompt-box.tsx';

/** What should change, and under "options" where and with what. */
export function NewJobForm({ projectId, suggested }: { projectId: string; suggested: string }) {
  const [prompt, setPrompt] = useState(suggested);
  const [files, setFiles] = useState<readonly File[]>([]);
  const start = useStartJob(projectId);
  const navigate = useNavigate();
  const isOff = start.isPending || prompt.trim() === '' || tooLong(prompt) > 0 || attachmentFault(files) !== undefined;
  const project = useProject();
  const server = useQuery(serverQuery).data;
  const submit = ({ text, isOn }: FormFields) => {
    const body = async (): Promise<NewJob> => ({
      prompt,
      ...(await attachmentsOf(files)),
      ...(text('branch') === '' ? {} : { branch: text('branch') }),
      ...(text('model') === '' ? {} : { model: text('model') }),
      ...(isOn('draft') ? { draft: true } : {}),
    });
    start.mutate(body, {
      onSuccess: (job) =>
        void navigate({ to: '/projects/$projectId/jobs/$jobId', params: { projectId, jobId: job.id } }),
    });
  };
  /** What is to be filled in is typed over. */
  const choose = (template: string) => {
    flushSync(() => {
      setPrompt(template);
    });
    const box = document.querySelector('textarea[name=prompt]');
    if (!(box instanceof HTMLTextAreaElement)) return;
    const [blank = ''] = /\[[^\]]+\]/.exec(template) ?? [];
    const at = template.indexOf(blank);
    box.focus();
    box.setSelectionRange(at, at + blank.length);
  };
  return (
    <form
      className="card stack"
      aria-label="New job"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) submit(readForm(event.currentTarget));
      }}
    >
      <PromptBox
        label="What should change in the docs?"
        placeholder="Add a quickstart for the Python SDK"
        value={prompt}
        onChange={setPrompt}
        problem={start.error}
      />
      <Templates prompt={prompt} onChoose={choose} />
      <details>
        <summary>Options</summary>
        <AttachmentBox files={files} onChange={setFiles} problem={start.error} />
        <div className="options">
          <Field label="Base branch" name="branch" problem={start.error}>
            <input placeholder={project?.baseBranch ?? 'default branch'} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label="Model" name="model" problem={start.error}>
            <input
              list="job-models"
              placeholder={project?.model ?? server?.defaultModel ?? 'provider/name'}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <datalist id="job-models">
            {server?.models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <label className="choice">
            <input type="checkbox" name="draft" defaultChecked={project?.settings.pullRequests.mode === 'draft'} />
            <span>Open the pull request as a draft</span>
          </label>
        </div>
      </details>
      <Problem error={start.error} />
      <div className="row apart">
        <button className="button primary" aria-disabled={isOff}>
          {start.isPending ? 'Starting…' : 'Start job'}
        </button>
        <span className="muted small hint-keys">Ctrl+Enter to start</span>
      </div>
    </form>
  );
}

import type { JobStatus } from '../../contract/agent-job.ts';
import { IllegalJobMove } from './errors.ts';

/** Every legal change of the public status, with its reason. */
const moves: readonly { readonly from: JobStatus; readonly to: JobStatus; readonly because: string }[] = [
  { from: 'active', to: 'completed', because: 'the agent finished; a pull request stands or nothing had to change' },
  { from: 'active', to: 'failed', because: 'an error that no retry inside the job can mend' },
  { from: 'completed', to: 'active', because: 'a follow-up message goes on with the same branch' },
  { from: 'failed', to: 'active', because: 'a follow-up message tries again' },
  { from: 'active', to: 'archived', because: 'a person put the job away; the agent stops' },
  { from: 'completed', to: 'archived', because: 'a person put the job away, or it is old' },
  { from: 'failed', to: 'archived', because: 'a person put the job away, or it is old' },
];

/** Throws IllegalJobMove for a change of status that is not in the table above. */
export function assertLegalMove(from: JobStatus, to: JobStatus): void {
  if (!moves.some((move) => move.from === from && move.to === to)) throw new IllegalJobMove(from, to);
}

/** `docwright/<slug of the prompt>-<tail of the id>`: readable for people, fixed when the job is created. */
export function headBranchName(prompt: string, jobId: string): string {
  const slug = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `docwright/${slug === '' ? 'job' : slug}-${jobId.slice(-8)}`;
}

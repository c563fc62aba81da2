import { trimOf } from '../../kernel/trim-characters.ts';

/** `docwright/<slug of the prompt>-<tail of the id>`: readable for people, fixed when the job is created. */
export function headBranchName(prompt: string, jobId: string): string {
  const words = prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = trimOf(words.slice(0, 40), '-');
  return `docwright/${slug === '' ? 'job' : slug}-${jobId.slice(-8)}`;
}

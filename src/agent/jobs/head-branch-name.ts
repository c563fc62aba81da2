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

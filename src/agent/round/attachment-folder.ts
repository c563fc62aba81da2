import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRun } from '../jobs/job-run.ts';

/** Where the attachments of a job lie while it is worked on: beside its tree, and gone with it. */
export interface AttachmentFolder {
  readonly path: string;
  /** Puts there what people have sent so far. */
  fill(): Promise<void>;
}

export function createAttachmentFolder(
  path: string,
  run: Pick<JobRun, 'attachments' | 'attachment'>,
): AttachmentFolder {
  const placed = new Set<string>();
  return {
    path,
    async fill() {
      await mkdir(path, { recursive: true });
      for (const name of await run.attachments()) {
        if (placed.has(name)) continue;
        const content = await run.attachment(name);
        if (content !== undefined) await writeFile(join(path, name), content, { mode: 0o600 });
        placed.add(name);
      }
    },
  };
}

import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Attachment } from '../contract/attachment.ts';
import { CommandInputInvalid } from './errors.ts';

const textTypes: Readonly<Record<string, Attachment['type']>> = {
  '.md': 'text/markdown',
  '.mdx': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
};

/** Gathers what `--attach` names, which may be given several times. */
export function collectAttachments(file: string, before: readonly string[]): string[] {
  return [...before, file];
}

/** The files of `--attach` as the API takes them; nothing for none. Throws `CommandInputInvalid`. */
export async function readAttachments(files: readonly string[]): Promise<{ attachments?: Attachment[] }> {
  if (files.length === 0) return {};
  // Loaded here: most jobs have none.
  const { attachmentLimits } = await import('../contract/attachment.ts');
  if (files.length > attachmentLimits.count) {
    throw new CommandInputInvalid('--attach', `at most ${attachmentLimits.count} files can be attached.`);
  }
  return { attachments: await Promise.all(files.map(readAttachment)) };
}

async function readAttachment(file: string): Promise<Attachment> {
  const { attachmentLimits, shownTypeOf } = await import('../contract/attachment.ts');
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandInputInvalid(
      '--attach',
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  });
  if (bytes.length === 0 || bytes.length > attachmentLimits.bytes) {
    const limit = `the limit is 1 to ${attachmentLimits.bytes}`;
    throw new CommandInputInvalid('--attach', `${file} has ${bytes.length} bytes; ${limit}.`);
  }
  const type = shownTypeOf(bytes) ?? textTypes[extname(file).toLowerCase()] ?? 'text/plain';
  return { name: basename(file), type, data: bytes.toString('base64') };
}

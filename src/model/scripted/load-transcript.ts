import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ModelNameInvalid, TranscriptInvalid } from '../errors.ts';
import { transcriptSchema, type Transcript } from './transcript.ts';

/**
 * Reads the transcript `<file>.json` from the operator's folder, or `demo`, which ships with the product. A name can
 * not lead out of the folder. Throws `ModelNameInvalid` or `TranscriptInvalid`.
 */
export function loadTranscript(file: string, folder: string | undefined): Transcript {
  const model = `scripted/${file}`;
  const text = readTranscript(file, folder);
  if (text === undefined) throw new ModelNameInvalid(model, 'there is no such transcript.');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new TranscriptInvalid(model, 'it is not JSON.');
  }
  const parsed = transcriptSchema.safeParse(json);
  if (!parsed.success) throw new TranscriptInvalid(model, z.prettifyError(parsed.error));
  return parsed.data;
}

function readTranscript(file: string, folder: string | undefined): string | undefined {
  if (!/^[\w][\w.-]*$/.test(file)) return undefined;
  const path = folder === undefined ? undefined : join(folder, `${file}.json`);
  return (path && readIfThere(path)) ?? (file === 'demo' ? readIfThere(demoTranscript) : undefined);
}

const demoTranscript = join(import.meta.dirname, 'demo-transcript.json');

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ModelNameInvalid, TranscriptInvalid } from '../errors.ts';
import { transcriptSchema, type Transcript } from './transcript.ts';

/**
 * Reads the transcript of `scripted/<name>`: `<name>.json` in the operator's folder, or the operator's one file of that
 * name, else `demo`, which ships with the product. A name cannot lead out of the folder. Throws `ModelNameInvalid` or
 * `TranscriptInvalid`.
 */
export function loadTranscript(name: string, fileOrFolder: string | undefined): Transcript {
  const model = `scripted/${name}`;
  const text = readTranscript(name, fileOrFolder);
  if (text === undefined) throw new ModelNameInvalid(model, noTranscript);
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

const noTranscript =
  'there is no such transcript; DOCWRIGHT_SCRIPTED_TRANSCRIPT names the file <name>.json or its folder, and scripted/demo is built in.';

function readTranscript(name: string, fileOrFolder: string | undefined): string | undefined {
  if (!/^\w[\w.-]*$/.test(name)) return undefined;
  const candidates = [
    ...(fileOrFolder === undefined ? [] : [join(fileOrFolder, `${name}.json`)]),
    ...(fileOrFolder !== undefined && basename(fileOrFolder, '.json') === name ? [fileOrFolder] : []),
    ...(name === 'demo' ? [demoTranscript] : []),
  ];
  const path = candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
  return path && readFileSync(path, 'utf8');
}

const demoTranscript = join(import.meta.dirname, 'demo-transcript.json');

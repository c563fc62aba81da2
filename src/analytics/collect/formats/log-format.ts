import type { Hit } from '../../hit.ts';

/** Why a line of a log became no hit. The sentences are what people read. */
export const lineRejections = {
  form: 'It does not have the form of this log format.',
  time: 'Its time cannot be read.',
  request: 'Its request names no method and path (often it was not HTTP at all).',
  json: 'It is not valid JSON.',
  columns: 'It comes before a `#Fields:` line that names its columns.',
  too_long: 'It is longer than 64 KiB.',
} as const;

export type LineRejection = keyof typeof lineRejections;

/** A hit of its own for every line; who reads the log fills in the host and the id where the line gives none. */
export interface LineHit extends Hit {
  host: string | undefined;
  eventId: string | undefined;
}

/** `undefined` stands for a line that is no record: empty, or a comment. */
export type LineReading =
  | { readonly hit: LineHit; readonly rejected?: never }
  | { readonly rejected: LineRejection; readonly hit?: never }
  | undefined;

/** Reads one line after another of one file; may remember header lines. Never throws. */
export type LineReader = (line: string) => LineReading;

export interface LogFormat {
  /** What `--format` and the report call it. */
  readonly name: string;
  readonly description: string;
  createReader(): LineReader;
}

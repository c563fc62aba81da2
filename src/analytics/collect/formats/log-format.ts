import type { Hit } from '../../hit.ts';

/** Why a line of a log became no hit. The sentences are what people read. */
export const lineRejections = {
  form: 'It does not match this log format.',
  time: 'Its time cannot be read.',
  request: 'Its request has no method and path (often it was not HTTP).',
  json: 'It is not valid JSON.',
  columns: 'It comes before the `#Fields:` line that names the columns.',
  too_long: 'It is longer than 64 KiB.',
} as const;

export type LineRejection = keyof typeof lineRejections;

/** A hit of its own for every line; who reads the log fills in the host and the id where the line gives none. */
export interface LineHit extends Hit {
  host: string | undefined;
  eventId: string | undefined;
}

/** Where a line left its format, counted from 1, and what should stand there. */
export interface Misfit {
  readonly column: number;
  readonly expected: string;
  /** How much of the format had fitted before, from 0 to 1. */
  readonly share?: number;
}

/** `undefined` stands for a line that is no record: empty, or a comment. */
export type LineReading =
  | { readonly hit: LineHit; readonly rejected?: never }
  | ({ readonly rejected: LineRejection; readonly hit?: never } & Partial<Misfit>)
  | undefined;

/** Reads one line after another of one file; may remember header lines. Never throws. */
export type LineReader = (line: string) => LineReading;

export interface LogFormat {
  /** What `--format` and the report call it. */
  readonly name: string;
  readonly description: string;
  /** Whether its lines hold free text, known only by position, so that a wrapper could be read as a value. */
  readonly holdsAnyText?: boolean;
  createReader(): LineReader;
}

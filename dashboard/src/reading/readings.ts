import type { MarkedToken } from '../diff/changed-words.ts';
import type { DiffFile, ReadDiff } from '../diff/read-diff.ts';

/** What the worker reads, and what it makes of it. */
export interface Reading {
  /** Markdown to safe HTML. */
  markdown: { input: string; output: string };
  /** A unified diff to its files, without colours. */
  diff: { input: string; output: ReadDiff };
  /** A file of a diff to the coloured parts of each line of each hunk. */
  colours: { input: Pick<DiffFile, 'path' | 'hunks'>; output: MarkedToken[][][] };
}

export type Request = {
  [Kind in keyof Reading]: { readonly kind: Kind; readonly input: Reading[Kind]['input'] };
}[keyof Reading];

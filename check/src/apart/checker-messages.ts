import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostedRepository } from '../finding.ts';
import { longestParse } from '../page/page-reader.ts';

const second = 1_000;
const minute = 60 * second;

/** What a checking process may use before it is ended. Tests give it less. */
export interface CheckerLimits {
  /** Milliseconds without a sign of life: a single step of a check takes a few. */
  readonly longestStep: number;
  /** Milliseconds until a page is given up and the rest checked: no page that a person wrote takes one second. */
  readonly longestPage: number;
  /** Milliseconds of one check, whatever it gets done: ten thousand pages take two minutes on a slow machine. */
  readonly longestCheck: number;
  /** Megabytes of its heap: the facts of twenty thousand pages and their files take half of it. */
  readonly heapMegabytes: number;
  /** Megabytes of the whole process, with its threads and what lies outside of heaps. */
  readonly processMegabytes: number;
}

export const checkerLimits: CheckerLimits = {
  longestStep: 20 * second,
  longestPage: longestParse,
  longestCheck: 5 * minute,
  heapMegabytes: 768,
  processMegabytes: 1536,
};

/** Characters of an answer: what the server reads in a few milliseconds. The worst site that was seen had 1.2 million. */
export const largestAnswer = 2_000_000;

/** Characters of one message, which may quote what a page says. */
export const longestMessage = 2_000;

/** How often the process shows that it is alive while it works, in milliseconds. */
export const beatMilliseconds = 500;

/** Milliseconds after which a process with nothing to do is ended, to give its memory back. */
export const longestIdle = 5 * minute;

/** A tree as it is handed to the checking process: it reads folders itself, and asks for files of any other tree, and for the history of each. */
export type TreeSource = { readonly hasHistory: boolean } & (
  { readonly folder: string } | { readonly asked: true; readonly id?: string | undefined }
);

export type CheckerOrder =
  | {
      readonly kind: 'check';
      readonly tree: TreeSource;
      readonly base?: TreeSource | undefined;
      readonly changed?: readonly string[] | undefined;
      readonly docsFolder?: string | undefined;
      readonly repository?: HostedRepository | undefined;
      /** True when links that leave the site are to be asked about, by the process that gave the order. */
      readonly probes: boolean;
    }
  | {
      readonly kind: 'check-file';
      readonly path: string;
      readonly content: string;
      readonly tree?: TreeSource | undefined;
    }
  | { readonly kind: 'read-redirects'; readonly tree: TreeSource; readonly docsFolder?: string | undefined };

/** What the checking process asks of the one that gave it the order. */
export type CheckerQuestion =
  | { readonly of: 'tree' | 'base'; readonly ask: 'list' | 'former-paths' }
  | { readonly of: 'tree' | 'base'; readonly ask: 'read'; readonly path: string }
  | { readonly of: 'links'; readonly urls: readonly string[] };

export type ToChecker =
  | { readonly kind: 'order'; readonly order: CheckerOrder }
  | { readonly kind: 'reply'; readonly question: number; readonly value: unknown }
  /** The question could not be answered: the order fails with it. */
  | { readonly kind: 'no-reply'; readonly question: number }
  | { readonly kind: 'abort' };

export type FromChecker =
  | { readonly kind: 'question'; readonly number: number; readonly question: CheckerQuestion }
  /** What was asked for as JSON, of some `largestAnswer` characters at most. */
  | { readonly kind: 'done'; readonly json: string }
  /** What was to be checked could not be read, or the order was aborted. */
  | { readonly kind: 'failed'; readonly message: string }
  /** What was to be checked is beyond the checker, such as nesting without end. */
  | { readonly kind: 'beyond'; readonly message: string };

// Two processes share a file without a name: one that is stuck can send nothing, so it writes down what it begins before
// it does. Nothing of the file is left when both have ended.

/** Bytes of each of the two notes: where the work is, and why the process ended itself. */
const noteBytes = 1024;

/** The descriptor that the file has in the checking process: the first after the standard ones and the channel. */
const inherited = 4;

export interface WorkPlace {
  readonly descriptor: number;
  read(): {
    /** Another one after each step, and every half second while the process is alive. */
    readonly beat: string;
    /** What was begun last, usually a file. */
    readonly at: string;
    /** Why the process ended itself; empty when it did not. */
    readonly end: string;
  };
  close(): void;
}

export function openWorkPlace(): WorkPlace {
  const path = join(tmpdir(), `docwright-check-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  rmSync(path);
  const note = (index: number): string => {
    const bytes = Buffer.alloc(noteBytes);
    const length = readSync(descriptor, bytes, 0, noteBytes, index * noteBytes);
    return bytes.toString('utf8', 0, length).replaceAll('\0', '').trim();
  };
  return {
    descriptor,
    read() {
      const [beat = '', ...placeParts] = note(0).split(' ');
      return { beat, at: placeParts.join(' '), end: note(1) };
    },
    close() {
      closeSync(descriptor);
    },
  };
}

function write(index: number, text: string): void {
  const bytes = Buffer.alloc(noteBytes, ' ');
  bytes.write(text);
  writeSync(inherited, bytes, 0, noteBytes, index * noteBytes);
}

/** In the checking process. */
export function createWorkNotes(): { readonly begin: (checkedPlace: string) => void; readonly beat: () => void } {
  let beats = 0;
  let place = '';
  const beat = (): void => {
    write(0, `${(beats += 1)} ${place}`);
  };
  return {
    begin(at) {
      place = at;
      beat();
    },
    beat,
  };
}

/** In a thread of the checking process, before it ends the whole of it. */
export function noteEnd(reason: string): void {
  write(1, reason);
}

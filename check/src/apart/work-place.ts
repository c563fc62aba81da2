import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
      const [beat = '', ...at] = note(0).split(' ');
      return { beat, at: at.join(' '), end: note(1) };
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
export function createWorkNotes(): { readonly begin: (at: string) => void; readonly beat: () => void } {
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

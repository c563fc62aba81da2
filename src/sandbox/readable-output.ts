import { stripVTControlCharacters } from 'node:util';

/** The end of what is printed, in bytes of UTF-8, and the lines of it that are told. */
const outputLimits = { bytes: 64 * 1024, lines: 100, lineLength: 500, characters: 8000 };

/** Keeps the end of what a command prints. */
export interface OutputTail {
  /** Bytes so far. */
  readonly size: number;
  add(chunk: Buffer): void;
  /** Lines as a terminal would leave them: no escape sequences, no control or hidden characters, of the last ones only. */
  text(): string;
}

export function createOutputTail(): OutputTail {
  let chunks: Buffer[] = [];
  let held = 0;
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chunk) {
      size += chunk.length;
      chunks.push(chunk);
      held += chunk.length;
      if (held <= 2 * outputLimits.bytes) return;
      // A copy, so that the memory of what went by is given back.
      chunks = [Buffer.from(Buffer.concat(chunks).subarray(-outputLimits.bytes))];
      held = outputLimits.bytes;
    },
    text: () =>
      readable(Buffer.concat(chunks).subarray(-outputLimits.bytes).toString('utf8'), size > outputLimits.bytes),
  };
}

function readable(text: string, isCut: boolean): string {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n').map(lineAsShown);
  const last = lines.slice(-outputLimits.lines).join('\n');
  const isWhole = !isCut && lines.length <= outputLimits.lines && last.length <= outputLimits.characters;
  return isWhole ? last : `…\n${last.slice(-outputLimits.characters)}`;
}

function lineAsShown(line: string): string {
  const shown = lastWritten(line).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (hidden) => (hidden === '\t' ? hidden : ''));
  return shown.length > outputLimits.lineLength ? `${shown.slice(0, outputLimits.lineLength)}…` : shown;
}

/** Progress is drawn over itself: what a carriage return leaves is what stands last. */
function lastWritten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return text.slice(text.lastIndexOf('\r') + 1);
}

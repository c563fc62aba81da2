import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Of what a terminal obeys, the colours of ours and the ends of lines stay. */
const obeyed =
  // eslint-disable-next-line no-control-regex -- they are what is taken out
  /(\u001b\[(?:[0-4]|22|24|3[0-79]|90)m)|(\r(?=\n))|[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const eraseLine = '\r\u001b[2K';

/**
 * The only way to the terminal. Strangers choose addresses, lines of logs, names and summaries: what a terminal obeys in
 * them or what turns a line round is shown as a mark.
 */
export const terminal = {
  /** A result, on standard output. */
  print(text: string): void {
    process.stdout.write(`${harmless(text)}\n`);
  },
  /** A value as JSON, which programs read back as it was. */
  printJson(value: unknown, indent?: number): void {
    process.stdout.write(`${escapedJson(value, indent)}\n`);
  },
  /** What a person is told, on standard error. */
  say(text: string): void {
    process.stderr.write(`${harmless(text)}\n`);
  },
  /** Bytes for another program, such as a patch; harmless where a person looks at them. */
  async pass(bytes: string | ReadableStream<Uint8Array>): Promise<void> {
    const texts = typeof bytes === 'string' ? Readable.from([bytes]) : Readable.fromWeb(bytes).setEncoding('utf8');
    const { stdout } = process;
    const shown = async function* (pieces: AsyncIterable<string>) {
      for await (const piece of pieces) yield stdout.isTTY ? harmless(piece).replaceAll('\u001b', '�') : piece;
    };
    await pipeline(texts, shown, stdout, { end: false });
  },
};

/** Standard error, for a line that is drawn again and again. */
export const liveTerminal = {
  get isTTY(): boolean {
    return process.stderr.isTTY;
  },
  get columns(): number {
    return process.stderr.columns;
  },
  write(text: string): boolean {
    const isRedrawn = text.startsWith(eraseLine);
    return process.stderr.write(
      (isRedrawn ? eraseLine : '') + harmless(isRedrawn ? text.slice(eraseLine.length) : text),
    );
  },
};

export function harmless(text: string): string {
  return text.replace(obeyed, (_, ours?: string, lineEnd?: string) => ours ?? (lineEnd === undefined ? '�' : ''));
}

function escapedJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

import type { LiveStream } from './progress-bar.ts';

/** One line on a terminal that says what is done just now, and how much of it; nothing where the stream is none. */
export function createShareLine(stream: LiveStream): {
  show(label: string, share?: number): void;
  clear(): void;
} {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\u001b[2K${text}`);
  };
  return {
    show: (label, share) => {
      write(share === undefined ? label : `${label}  ${Math.floor(share * 100)} %`);
    },
    clear: () => {
      write('');
    },
  };
}

/** Such as `12.3 MB`. */
export function sizeOf(bytes: number): string {
  return bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

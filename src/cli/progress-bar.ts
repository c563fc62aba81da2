import pc from 'picocolors';

/** How far long work has come. */
export interface Progress {
  readonly label: string;
  /** Bytes; a total of undefined is not known. */
  readonly done: number;
  readonly total: number | undefined;
  /** What was worked through, for the rate. */
  readonly items: number;
  /** What these are; lines unless said. */
  readonly unit?: string;
}

/** As `liveTerminal`. */
export interface LiveStream {
  readonly isTTY: boolean;
  write(text: string): boolean;
}

export interface ProgressBar {
  show(progress: Progress): void;
  /** Takes the bar off the screen. */
  clear(): void;
}

const width = 24;
/** Milliseconds between two pictures. */
const pause = 100;

/** A bar with rate and time left on a terminal; nothing where the stream is none, so that logs stay clean. */
export function createProgressBar(stream: LiveStream, now: () => number = () => performance.now()): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const start = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      if (now() - drawn < pause) return;
      drawn = now();
      stream.write(`\r\u001b[2K${renderProgress(progress, (now() - start) / 1000)}`);
    },
    clear() {
      stream.write('\r\u001b[2K');
    },
  };
}

/** One line: bar, share, rate, time left, label. */
export function renderProgress({ label, done, total, items, unit = 'lines' }: Progress, seconds: number): string {
  const rate = seconds > 0 ? items / seconds : 0;
  const speed = `${Math.round(rate).toLocaleString('en')} ${unit}/s`;
  if (total === undefined || total === 0) return `${items.toLocaleString('en')} ${unit}  ${speed}  ${label}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * width);
  const secondsLeft = share > 0 ? Math.ceil((seconds / share) * (1 - share)) : undefined;
  const bar = `${'█'.repeat(full)}${pc.dim('░'.repeat(width - full))}`;
  const time = secondsLeft === undefined ? '' : `  ${clockTime(secondsLeft)} left`;
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${speed}${time}  ${label}`;
}

/** `1:02:03`, or `2:03` below an hour. */
function clockTime(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const paddedSeconds = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}` : `${minutes}:${paddedSeconds}`;
}

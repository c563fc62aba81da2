import type { WriteStream } from 'node:tty';
import pc from 'picocolors';
import type { AgentJobEvent } from '../../client/src/index.ts';
import { describeEvent } from './describe-job.ts';

export interface JobProgress {
  readonly show: (event: AgentJobEvent) => void;
  /** A line of our own, between those of the job. */
  readonly say: (text: string) => void;
  /** Takes the live line away. */
  readonly end: () => void;
}

/** What is worth a line of its own on a terminal; the rest passes by on the live line. */
const lasting = new Set<AgentJobEvent['type']>([
  'phase',
  'findings',
  'pull_request',
  'notice',
  'question',
  'waiting',
  'status',
  'message',
]);

/**
 * On a terminal: one live line with the time, the usage so far and what the agent is doing, above it what lasts.
 * Elsewhere, such as in CI: every event as a plain line with its time.
 */
export function createJobProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>,
  now = Date.now,
): JobProgress {
  if (!stream.isTTY) {
    return {
      show: (event) => stream.write(`${event.at.slice(11, 19)} ${describeEvent(event)}\n`),
      say: (text) => stream.write(`${text}\n`),
      end: () => undefined,
    };
  }
  const started = now();
  let usage = '';
  let doing = 'waiting';
  const eraseLine = '\r\x1b[2K';
  const draw = () => {
    const seconds = Math.floor((now() - started) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const line = [clock, usage, doing].filter((part) => part !== '').join('  ');
    stream.write(`${eraseLine}${pc.dim(line.slice(0, stream.columns - 1))}`);
  };
  const ticking = setInterval(draw, 1000);
  draw();
  return {
    show(event) {
      if (event.type === 'usage') usage = `${event.modelCalls} calls, ${event.inputTokens + event.outputTokens} tokens`;
      else doing = describeEvent(event);
      if (lasting.has(event.type)) stream.write(`${eraseLine}${describeEvent(event)}\n`);
      draw();
    },
    say(text) {
      stream.write(`${eraseLine}${text}\n`);
      draw();
    },
    end() {
      clearInterval(ticking);
      stream.write(eraseLine);
    },
  };
}

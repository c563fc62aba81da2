import { describedFormat } from './described-format.ts';
import type { LogFormat } from './log-format.ts';
import { logFormats } from './log-formats.ts';

/** A format by its name, or as a server's configuration describes it. */
export function findLogFormat(text: string): LogFormat | undefined {
  return logFormats.find(({ name }) => name === text) ?? describedFormat(text);
}

import { commonLog } from './common-log.ts';
import { caddyLog, jsonLines } from './json-log.ts';
import type { LogFormat } from './log-format.ts';
import { cloudFrontLog, iisLog } from './w3c-log.ts';

/** All formats of log files. Where two understand a sample equally well, the earlier one is taken. */
export const logFormats: readonly LogFormat[] = [commonLog, caddyLog, jsonLines, cloudFrontLog, iisLog];

/** A format and how well it understood a sample. */
export interface DetectedFormat {
  readonly format: LogFormat;
  /** Lines that became hits. */
  readonly understood: number;
  /** Lines that hold a record of any kind. */
  readonly records: number;
}

/** The format that reads most of the sample; undefined when none reads at least half of its records. */
export function detectLogFormat(sample: readonly string[]): DetectedFormat | undefined {
  let best: DetectedFormat | undefined;
  for (const format of logFormats) {
    const read = format.createReader();
    const readings = sample.map(read).filter((reading) => reading !== undefined);
    const understood = readings.filter((reading) => reading.hit !== undefined).length;
    if (understood > (best?.understood ?? 0)) best = { format, understood, records: readings.length };
  }
  return best && best.understood * 2 >= best.records ? best : undefined;
}

import type { LossReason } from './delivery.ts';

/**
 * Why events were lost, beside what delivery can say: `queue_full`: the server did not keep up; `misconfigured`: an
 * option is missing; `failed`: recording threw, which is a fault of ours or of a function that was passed in.
 */
export type DropReason = LossReason | 'queue_full' | 'misconfigured' | 'failed';

export interface Drop {
  readonly reason: DropReason;
  readonly events: number;
  /** A sentence for the operator. Never holds the key or an address. */
  readonly detail: string;
}

/** Writes the first loss of each kind to the console. */
export function warnOnce(): (drop: Drop) => void {
  const told = new Set<DropReason>();
  return ({ reason, events, detail }) => {
    if (told.has(reason)) return;
    told.add(reason);
    // eslint-disable-next-line no-console -- A library in somebody's server has no logger, and a silent loss is worse.
    console.warn(`docwright: ${events} page views were not recorded (${reason}): ${detail}`);
  };
}

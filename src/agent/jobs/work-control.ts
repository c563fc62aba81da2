/** Why a worker stopped working on a job that it still held: this process is going away. */
export class HandedBack extends Error {
  override name = 'HandedBack';
}

/** The disk had no room for what had to be stored; now it is stored, and the job goes on with the time it had left. */
export class WaitedForRoom extends HandedBack {
  readonly waitedMilliseconds: number;

  constructor(waitedMilliseconds: number) {
    super('the disk was full');
    this.waitedMilliseconds = waitedMilliseconds;
  }
}

/** How the worker and the work on one job talk to each other. */
export interface WorkControl {
  /** Aborts with LeaseLost when the job was archived or taken over, and with HandedBack at the end of a drain. */
  readonly signal: AbortSignal;
  /** True while the process drains: the work ends with HandedBack at the next point where nothing paid is lost. */
  readonly isDraining: () => boolean;
}

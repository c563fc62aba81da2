import type { View } from './view.ts';

/** What a store tells and takes when its visits move to another one, beside what every `VisitStore` answers. */
export interface StoredVisits {
  /** Of all that anything is kept of, as the store names them. */
  projects(): Promise<readonly string[]>;
  /** Oldest first. */
  days(projectId: string): Promise<readonly StoredDay[]>;
  /**
   * The views of these days, in pieces. Each has an `eventDigest`, and the same one however often it is read: so whatever takes
   * them may take them again.
   */
  read(projectId: string, days: readonly number[]): AsyncIterable<readonly View[]>;
  /** UTC days, counted from the epoch, on which the tracker reported, whatever is left of its views. */
  trackerDays(projectId: string): Promise<readonly number[]>;
  noteTrackerDays(projectId: string, days: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

export interface StoredDay {
  /** Counted from the epoch, in UTC. */
  readonly day: number;
  /** With named events. */
  readonly views: number;
}

/** Of one piece of `read`, about. */
export const viewsPerPiece = 10_000;

import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../kernel/clock.ts';

/** Milliseconds by a clock that every process over this database has in common, for use in its statements. */
export type LeaseTime = () => RawBuilder<number>;

/** Of the machine on which they all run: nobody sets it, which would end or prolong leases. */
export function leaseTimeOf(clock: Clock): LeaseTime {
  // As a literal, since PostgreSQL would not know the types in the sum of two parameters.
  return () => sql`${sql.lit(clock.now())}`;
}

/** Of the server of PostgreSQL, for processes on many machines, whose own clocks differ. */
export const postgresLeaseTime: LeaseTime = () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

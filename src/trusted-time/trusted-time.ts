import type { DatabaseConnection } from '../db/open-database.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import { duration, steadyClock, type Clock, type DeletionTime } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createPeriodicTask } from '../kernel/periodic-task.ts';
import { trust, nextRecord, watchedEnough, type TimeRecord } from './time-record.ts';

/** Asks another machine's clock: milliseconds since the epoch. Throws while nobody answers. */
export type TimeWitness = () => Promise<number>;

export interface ClockState {
  /** `jumped`: far ahead of what was last trusted. `disputed`: a database server shows another time. */
  readonly verdict: 'trusted' | 'jumped' | 'disputed';
  readonly now: number;
  /** What was last trusted; undefined while there was none. */
  readonly trusted: number | undefined;
  /** Steady milliseconds that are left until a clock that jumped is trusted. */
  readonly remaining: number;
  /** What the server that disagrees shows. */
  readonly witness: number | undefined;
}

/** Decides whether the clock may be trusted by what deletes for good. One clock is one witness, and may be wrong by years. */
export interface TrustedTime {
  readonly deletionTime: DeletionTime;
  /** Changes nothing. */
  read(): Promise<ClockState>;
  /** Looks at the clock and remembers it. */
  look(): Promise<ClockState>;
  /** A person confirms what the clock shows. It does not settle a dispute with a server. */
  accept(): Promise<ClockState>;
  start(): void;
  stop(): Promise<void>;
}

/** Nothing is deleted by time so soon after a start: whoever started the server may still see that its clock is wrong. */
const quietAfterStart = duration.hour;
const lookMilliseconds = 10 * duration.minute;
/** Clocks that somebody looks after agree within this. */
const mostApart = duration.hour;

export function createTrustedTime({
  db,
  clock,
  steady = steadyClock,
  witnesses,
  logger,
  work,
}: {
  db: DatabaseConnection;
  clock: Clock;
  steady?: Clock;
  witnesses: readonly TimeWitness[];
  logger: Logger;
  work?: BackgroundWork | undefined;
}): TrustedTime {
  const startedAt = steady.now();
  /** When this process looked last, by both clocks, and whether it trusted what it saw. */
  let last: { readonly now: number; readonly steadyNow: number; readonly isTrusted: boolean } | undefined;

  const dispute = async (): Promise<number | undefined> => {
    for (const ask of witnesses) {
      const [shown, now] = [await ask(), clock.now()];
      if (Math.abs(shown - now) > mostApart) return shown;
    }
    return undefined;
  };
  const describe = (record: TimeRecord, now: number): ClockState => ({
    verdict: record.claimed === null ? 'trusted' : 'jumped',
    now,
    trusted: record.trusted ?? undefined,
    remaining: record.claimed === null ? 0 : watchedEnough - record.watched,
    witness: undefined,
  });
  const glance = () => {
    const [now, steadyNow] = [clock.now(), steady.now()];
    return { now, steadyNow, measured: last === undefined ? 0 : steadyNow - last.steadyNow };
  };
  const disputed = async (): Promise<ClockState | undefined> => {
    const witness = await dispute();
    if (witness === undefined) return undefined;
    return { ...describe(await readRecord(db), clock.now()), verdict: 'disputed', witness };
  };
  const note = (state: ClockState, steadyNow: number): ClockState => {
    const isTrusted = state.verdict === 'trusted';
    if (!isTrusted && last?.isTrusted !== false) {
      logger.error(
        { clock: at(state.now), trusted: at(state.trusted), witness: at(state.witness) },
        'the clock is not trusted: nothing is deleted by age; `docwright clock` says more',
      );
    } else if (isTrusted && last?.isTrusted === false) {
      logger.warn({ clock: at(state.now) }, 'the clock is trusted again');
    }
    last = { now: state.now, steadyNow, isTrusted };
    return state;
  };

  const trusted: Omit<TrustedTime, 'start' | 'stop'> = {
    deletionTime() {
      if (last?.isTrusted !== true) return undefined;
      const { now, steadyNow, measured } = glance();
      if (steadyNow - startedAt < quietAfterStart) return undefined;
      return nextRecord(trust(last.now), { now, measured }).claimed === null ? now : undefined;
    },
    async read() {
      const disagreement = await disputed();
      if (disagreement !== undefined) return disagreement;
      const { now, measured } = glance();
      return describe(nextRecord(await readRecord(db), { now, measured }), now);
    },
    async look() {
      const disagreement = await disputed();
      // What a clock in dispute shows is not for the others to go by.
      if (disagreement !== undefined) return note(disagreement, steady.now());
      const { now, steadyNow, measured } = glance();
      const record = await changeRecord(db, (stored) => nextRecord(stored, { now, measured }));
      return note(describe(record, now), steadyNow);
    },
    async accept() {
      const disagreement = await disputed();
      if (disagreement !== undefined) return disagreement;
      const { now, steadyNow } = glance();
      return note(describe(await changeRecord(db, () => trust(now)), now), steadyNow);
    },
  };
  const looking = createPeriodicTask({
    name: 'looking at the clock',
    intervalMilliseconds: lookMilliseconds,
    logger,
    work,
    run: async () => {
      await trusted.look();
    },
  });
  return {
    ...trusted,
    start: () => {
      looking.start();
    },
    stop: () => looking.stop(),
  };
}

async function readRecord(db: Pick<DatabaseConnection, 'selectFrom'>): Promise<TimeRecord> {
  const row = await db.selectFrom('trusted_time').select(['trusted', 'claimed', 'watched']).executeTakeFirst();
  return row ?? { trusted: null, claimed: null, watched: 0 };
}

async function changeRecord(db: DatabaseConnection, change: (record: TimeRecord) => TimeRecord): Promise<TimeRecord> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('trusted_time')
      .values({ id: 1, trusted: null, claimed: null, watched: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Locked before it is read, on SQLite by the insert.
    await transaction.updateTable('trusted_time').set({ id: 1 }).execute();
    const record = change(await readRecord(transaction));
    await transaction.updateTable('trusted_time').set(record).execute();
    return record;
  });
}

function at(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { unwatchedWork, type BackgroundWork } from '../../../../kernel/background-work.ts';
import { duration } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/logger.ts';
import { canPass } from '../../../../kernel/passing-fault.ts';
import { QuestionTooLarge, VisitsAway, VisitsRefused } from '../../errors.ts';
import type { AppendOutcome } from '../../visit-store.ts';
import type { Delivery } from './delivery.ts';
import type { Parcel, Spool } from './spool.ts';
import { viewsPerInsert } from './write-queue.ts';
import type { DeliveryWriter } from './write-deliveries.ts';

/** Gives what of a delivery may be written, since things may have been erased while it waited; undefined: nothing. */
export type ScreenDelivery = (delivery: Delivery) => Promise<Delivery | undefined>;

const firstPause = duration.second;
const longestPause = 15 * duration.second;
/** Pause before set-aside files are retried. Each next pause is four times as long. */
const firstRetry = 15 * duration.minute;
const longestRetry = duration.day;
const workName = 'writing visits that waited for ClickHouse';

/**
 * Writes deliveries, and keeps them on the disk while ClickHouse is away. What waits goes first: until it is written, all that
 * comes waits behind it, which costs no caller the time of finding out that nobody answers.
 */
export class SpooledWriter {
  readonly #writer: Pick<DeliveryWriter, 'write'>;
  readonly #spool: Spool;
  readonly #screen: ScreenDelivery;
  readonly #logger: Logger;
  readonly #work: BackgroundWork;
  readonly #closing = new AbortController();
  #retryPause: number = firstRetry;
  #retry: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;
  /** One parcel at a time, whoever asks for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: {
    writer: Pick<DeliveryWriter, 'write'>;
    spool: Spool;
    screen?: ScreenDelivery | undefined;
    logger: Logger;
    work?: BackgroundWork | undefined;
  }) {
    this.#screen = options.screen ?? ((delivery) => Promise.resolve(delivery));
    this.#writer = options.writer;
    this.#spool = options.spool;
    this.#logger = options.logger;
    this.#work = options.work ?? unwatchedWork;
    if (!this.#spool.isEmpty) this.#drainInBackground();
  }

  /** Of what waits nobody knows yet whether it is new, and all of it is called accepted. */
  async write(deliveries: readonly Delivery[], token: string): Promise<AppendOutcome[]> {
    if (this.#spool.isEmpty) {
      try {
        return await this.#writer.write(deliveries, token);
      } catch (error) {
        if (!isPassing(error)) throw error;
        this.#logger.warn({ error }, 'ClickHouse does not take visits; they wait in the data directory');
      }
    }
    await this.#spool.put({ token, deliveries });
    this.#drainInBackground();
    return deliveries.map(({ views }) => ({ accepted: views.length, duplicates: 0, folded: 0 }));
  }

  /** Writes all that waits. Throws VisitsAway and the like while that cannot be. */
  async flush(): Promise<void> {
    this.#spool.look();
    while (await this.#inTurn(() => this.#writeOldest()));
  }

  /** Retries set-aside files, and schedules another retry for those that still fail. */
  async retryAside(): Promise<void> {
    try {
      await this.#inTurn(() => this.#spool.takeBack());
    } catch (error) {
      this.#logger.warn({ error }, 'visits that were set aside cannot be tried again now');
    }
    // Schedules the next retry if some remain.
    this.#planRetry();
    this.#drainInBackground();
  }

  #planRetry(): void {
    if (this.#closing.signal.aborted || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#retryPause = Math.min(longestRetry, this.#retryPause * 4);
      if (this.#spool.aside().bytes > 0) void this.retryAside();
      else this.#retryPause = firstRetry;
    }, this.#retryPause).unref();
  }

  #noteAside(file: string, error: unknown, message: string): void {
    this.#logger.error({ error, file }, message);
    void this.#work.failed(workName, error);
    this.#planRetry();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    await this.#draining;
    await this.#last;
  }

  #drainInBackground(): void {
    this.#draining ??= this.#drain().finally(() => (this.#draining = undefined));
  }

  async #drain(): Promise<void> {
    const { signal } = this.#closing;
    let pause: number = firstPause;
    while (!signal.aborted) {
      try {
        await this.flush();
        if (!this.#spool.isEmpty) return;
        this.#logger.info({}, 'all visits that waited for ClickHouse are written');
        if (this.#spool.aside().bytes === 0) await this.#work.succeeded(workName);
        return;
      } catch (error) {
        this.#logger.warn({ error, ...this.#spool.waiting() }, 'visits go on waiting for ClickHouse');
      }
      // Many processes wait for one server, and shall not all come back at once.
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
      pause = Math.min(longestPause, pause * 2);
    }
  }

  /** Many small ones together, as the queue does. False where nothing waits. */
  async #writeOldest(): Promise<boolean> {
    if (this.#closing.signal.aborted) return false;
    const found = await this.#spool.oldest(viewsPerInsert, (file, error) => {
      this.#noteAside(file, error, 'visits that waited cannot be read, and were set aside for now');
    });
    // Before anything is tried: a parcel that cannot be screened now waits on.
    const parcels = await Promise.all(found.map(async (parcel) => ({ ...parcel, ...(await this.#screened(parcel)) })));
    const [first, ...laterParcels] = parcels;
    if (first === undefined) return false;
    try {
      // Rows replace themselves: a token that was never sent costs ClickHouse some work, and nothing else.
      const token = laterParcels.length === 0 ? first.token : randomUUID();
      const deliveries = parcels.flatMap((parcel) => parcel.deliveries);
      if (deliveries.length > 0) await this.#writer.write(deliveries, token);
      for (const { name } of parcels) await this.#spool.remove(name);
    } catch (error) {
      if (isPassing(error)) throw error;
      for (const parcel of parcels) await this.#writeAlone(parcel);
    }
    return true;
  }

  /** What ClickHouse refuses must not keep back what came with it. */
  async #writeAlone({ name, deliveries, token }: Parcel & { name: string }): Promise<void> {
    try {
      if (deliveries.length > 0) await this.#writer.write(deliveries, token);
    } catch (error) {
      if (isPassing(error)) throw error;
      const file = await this.#spool.setAside(name);
      this.#noteAside(file, error, 'ClickHouse refuses visits that waited, and they were set aside for now');
      return;
    }
    await this.#spool.remove(name);
  }

  async #screened({ deliveries }: Parcel): Promise<Pick<Parcel, 'deliveries'>> {
    const screened = await Promise.all(deliveries.map((delivery) => this.#screen(delivery)));
    return { deliveries: screened.filter((delivery) => delivery !== undefined) };
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof VisitsAway || error instanceof VisitsRefused || error instanceof QuestionTooLarge || canPass(error)
  );
}

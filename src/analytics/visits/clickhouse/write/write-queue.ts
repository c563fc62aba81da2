import { randomUUID } from 'node:crypto';
import type { AppendOutcome } from '../../visit-store.ts';
import type { Delivery } from './delivery.ts';

/** Of one insert, unless one delivery alone has more. */
export const viewsPerInsert = 20_000;

interface Waiting {
  readonly delivery: Delivery;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

type Write = (deliveries: readonly Delivery[], token: string) => Promise<readonly AppendOutcome[]>;

/** One insert at a time: what arrives meanwhile shares the next, since ClickHouse wants few and large ones. */
export class WriteQueue {
  readonly #write: Write;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(write: Write) {
    this.#write = write;
  }

  /** Resolves when it is kept. */
  async put(delivery: Delivery): Promise<AppendOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendOutcome>();
    this.#waiting.push({ delivery, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Once what arrives in the same turn is in the queue as well.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const group = this.#take();
      try {
        const outcomes = await this.#write(
          group.map(({ delivery }) => delivery),
          randomUUID(),
        );
        group.forEach(({ resolve }, index) => {
          const outcome = outcomes[index];
          if (outcome) resolve(outcome);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }

  #take(): Waiting[] {
    let views = 0;
    let count = 0;
    for (const { delivery } of this.#waiting) {
      views += delivery.views.length;
      if (count > 0 && views > viewsPerInsert) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}

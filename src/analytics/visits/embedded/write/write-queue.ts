import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkViews } from '../../check-views.ts';
import { VisitStoreDamaged } from '../../errors.ts';
import type { View } from '../../view.ts';
import type { AppendOutcome, DropCount } from '../../visit-store.ts';
import type { WorkerThread } from '../worker-thread.ts';
import { buffersOf, fates, packInSteps, type PackedViews } from './packed-views.ts';
import { packDrop } from './refusals.ts';
import type { WriteOutcome, WriteRequest } from './writer.ts';

/** What one caller wants kept, all of it or nothing. */
interface Delivery {
  readonly projectId: string;
  readonly views: readonly View[];
  readonly drops: readonly DropCount[];
  resolve(outcome: AppendOutcome): void;
  reject(error: unknown): void;
}

/** While the thread commits one message the next one waits for it already, if it is large: small ones had better share one. */
const messagesUnderWay = 2;
/** Views that are worth a message beside the one under way. */
const largeMessage = 500;
/** Views packed for one message, unless one delivery alone has more; about 5 ms of work. */
const viewsPerMessage = 5_000;

/** Callers who go on in one turn of the event loop: each of them has an HTTP answer to write, about 0.1 ms. */
const answersPerTurn = 25;

type WritingThread = Pick<WorkerThread<readonly WriteRequest[], readonly WriteOutcome[]>, 'call'>;

/** Hands deliveries to the writing thread; what arrives while the thread is busy shares a message and a commit. */
export class WriteQueue {
  readonly #thread: WritingThread;
  readonly #onWaitingRows: (rows: number) => void;
  #waiting: Delivery[] = [];
  #underWay = 0;
  #whenIdle: (() => void)[] = [];

  /** `onWaitingRows`: told after each commit how many rows wait to be sealed. */
  constructor(options: { thread: WritingThread; onWaitingRows: (rows: number) => void }) {
    this.#thread = options.thread;
    this.#onWaitingRows = options.onWaitingRows;
  }

  /** Resolves when the delivery is on disk. Throws RangeError as `checkViews` does, and VisitStoreUnavailable. */
  async write(projectId: string, views: readonly View[], drops: readonly DropCount[]): Promise<AppendOutcome> {
    checkViews(views);
    if (views.length === 0 && drops.length === 0) return { accepted: 0, duplicates: 0, folded: 0 };
    const { promise, resolve, reject } = Promise.withResolvers<AppendOutcome>();
    this.#waiting.push({ projectId, views, drops, resolve, reject });
    // Once what arrives in the same turn is in the queue as well.
    if (this.#waiting.length === 1) {
      setImmediate(() => {
        this.#pump();
      });
    }
    return promise;
  }

  /** Resolves when nothing waits or is under way. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#underWay === 0 && this.#waiting.length === 0;
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#underWay < (this.#hasLargeMessage() ? messagesUnderWay : 1)) {
      void this.#send(this.#take());
    }
  }

  #hasLargeMessage(): boolean {
    let views = 0;
    return this.#waiting.some((delivery) => (views += delivery.views.length) >= largeMessage);
  }

  async #send(group: readonly Delivery[]): Promise<void> {
    this.#underWay += 1;
    const byProject = Map.groupBy(group, (delivery) => delivery.projectId);
    try {
      await this.#commit(byProject);
    } catch (error) {
      // A damaged day of one project must not keep the others from being written. Only of damage is it certain that the
      // transaction was undone; after any other fault, trying again might keep views twice.
      if (error instanceof VisitStoreDamaged && byProject.size > 1) {
        for (const [projectId, deliveries] of byProject) await this.#commitAlone(projectId, deliveries);
      } else for (const delivery of group) delivery.reject(error);
    } finally {
      this.#underWay -= 1;
      this.#pump();
      if (this.#isIdle()) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  async #commitAlone(projectId: string, deliveries: readonly Delivery[]): Promise<void> {
    try {
      await this.#commit(new Map([[projectId, deliveries]]));
    } catch (error) {
      for (const delivery of deliveries) delivery.reject(error);
    }
  }

  async #commit(byProject: ReadonlyMap<string, readonly Delivery[]>): Promise<void> {
    const requests: WriteRequest[] = [];
    for (const [projectId, deliveries] of byProject) {
      const views = await packInTurns(deliveries.flatMap((delivery) => delivery.views));
      const drops = deliveries.flatMap((delivery) => delivery.drops.map(packDrop));
      requests.push({ projectId, views, drops });
    }
    const buffers = requests.flatMap((request) => buffersOf(request.views));
    const outcomes = await this.#thread.call(requests, buffers);
    for (const [index, deliveries] of [...byProject.values()].entries()) {
      const outcome = outcomes[index];
      if (outcome) void this.#share(outcome, deliveries);
    }
  }

  #take(): Delivery[] {
    let views = 0;
    let count = 0;
    for (const delivery of this.#waiting) {
      views += delivery.views.length;
      if (count > 0 && views > viewsPerMessage) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #share(outcome: WriteOutcome, deliveries: readonly Delivery[]): Promise<void> {
    this.#onWaitingRows(outcome.waitingRows);
    let from = 0;
    for (const [index, delivery] of deliveries.entries()) {
      if (index > 0 && index % answersPerTurn === 0) await nextTurn();
      const { length } = delivery.views;
      const to = from + length;
      const duplicates = count(outcome.fates, from, to, fates.duplicate);
      const folded = count(outcome.fates, from, to, fates.folded);
      delivery.resolve({ accepted: length - duplicates, duplicates, folded });
      from = to;
    }
  }
}

async function packInTurns(views: readonly View[]): Promise<PackedViews> {
  const packing = packInSteps(views);
  for (;;) {
    const step = packing.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

function count(list: Uint8Array, from: number, to: number, reasonIndex: number): number {
  let matches = 0;
  for (let index = from; index < to; index += 1) if (list[index] === reasonIndex) matches += 1;
  return matches;
}

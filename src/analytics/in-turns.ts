/** Milliseconds of such work in one turn of the event loop, until everybody else has theirs. */
const turnMilliseconds = 8;

/** Runs a piece of work and counts what it cost. */
export type Metered = <Result>(work: () => Result) => Result;

/** Comes between items, where finding the next one takes long: a good moment for others to have their turn. */
export const pause = Symbol('pause');

/** Works on items one after the other for as many turns of the event loop as it takes; all callers share the turns. */
export async function inTurns<Item>(
  items: Iterable<Item | typeof pause>,
  work: (item: Item) => void,
  metered: Metered = (run) => run(),
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const turn = (): boolean => {
    const begun = performance.now();
    try {
      do {
        const next = iterator.next();
        if (next.done === true) return true;
        if (next.value !== pause) work(next.value);
      } while (performance.now() - begun < turnMilliseconds);
      return false;
    } finally {
      noteWork(performance.now() - begun);
    }
  };
  do await untilThereIsTime();
  while (!metered(turn));
}

/** Milliseconds that the present turn of the event loop has gone to such work. */
let worked = 0;
const waiting: (() => void)[] = [];

async function untilThereIsTime(): Promise<void> {
  while (worked >= turnMilliseconds) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.push(() => {
      resolve(undefined);
    });
    await promise;
  }
}

function noteWork(milliseconds: number): void {
  if (worked === 0) {
    setImmediate(() => {
      worked = 0;
      const next = waiting.shift();
      // Whoever is let in works at once; should it not, the others are not forgotten.
      if (waiting.length > 0) noteWork(Number.MIN_VALUE);
      next?.();
    });
  }
  worked += milliseconds;
}

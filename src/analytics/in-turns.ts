/** Milliseconds of such work in one turn of the event loop, until everybody else has theirs. */
const turnMilliseconds = 8;

/** Runs a piece of work and counts what it cost. */
export type Metered = <Result>(work: () => Result) => Result;

/** Comes between items, where finding the next one takes long: a good moment for others to have their turn. */
export const pause = Symbol('pause');

/** Works on items one after the other for as many turns of the event loop as it takes; all callers share the turns. */
export async function takeTurns<Item>(
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
  do while (worked >= turnMilliseconds) await letIn();
  while (!metered(turn));
}

/** Milliseconds that the present turn of the event loop has gone to such work, and whether its end is watched for. */
let worked = 0;
let isEndWatched = false;
const waiting: (() => void)[] = [];

/** Resolves when somebody else has done their part, or the next turn of the event loop has begun. */
function letIn(): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  waiting.push(() => {
    resolve(undefined);
  });
  return promise;
}

/** Many small pieces that wait share a turn: one in each would have every commit and every look at the sockets to itself. */
function noteWork(milliseconds: number): void {
  worked += milliseconds;
  watchEnd();
  if (worked < turnMilliseconds) letNextIn();
}

function watchEnd(): void {
  if (isEndWatched) return;
  isEndWatched = true;
  setImmediate(() => {
    isEndWatched = false;
    worked = 0;
    letNextIn();
  });
}

function letNextIn(): void {
  const next = waiting.shift();
  // Whoever is let in works at once; should it not, the others are not forgotten.
  if (waiting.length > 0) watchEnd();
  next?.();
}

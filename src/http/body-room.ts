import type { Context } from 'hono';
import { BodyTooLarge, Unavailable } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { mostInflated, readRawBody } from './read-body.ts';

/** Bytes of bodies that one sender may have on their way to us; a slow one makes nobody else wait. */
const bytesOfSender = 20 * 1024 * 1024;
/** Bytes that bodies being worked on may take together, with what is made of them: so many times their size. */
const bytesAtWork = 96 * 1024 * 1024;
const timesItsSize = 4;
/** Requests that wait in one queue. */
const mostWaiting = 500;

/** Room in memory, given out in the order in which it is asked for. */
interface Room {
  /** Resolves when there is room. Throws Unavailable when too many wait already. */
  enter(bytes: number): Promise<{ leave: () => void }>;
  readonly isEmpty: boolean;
}

export function createRoom(room: number, most = mostWaiting): Room {
  let takenBytes = 0;
  let guests = 0;
  const waiting: { bytes: number; enter: () => void }[] = [];
  const letIn = (): void => {
    // What is larger than the room is let in alone.
    for (
      let next = waiting[0];
      next !== undefined && (guests === 0 || takenBytes + next.bytes <= room);
      next = waiting[0]
    ) {
      waiting.shift();
      takenBytes += next.bytes;
      guests += 1;
      next.enter();
    }
  };
  return {
    async enter(bytes) {
      if (waiting.length >= most) throw new Unavailable('Too many requests with a body are in progress.');
      const entered = Promise.withResolvers<undefined>();
      waiting.push({
        bytes,
        enter: () => {
          entered.resolve(undefined);
        },
      });
      letIn();
      await entered.promise;
      return {
        leave: () => {
          takenBytes -= bytes;
          guests -= 1;
          letIn();
        },
      };
    },
    get isEmpty() {
      return guests === 0 && waiting.length === 0;
    },
  };
}

/** Where large bodies wait, so that however many come at once take no more than a stated part of the memory. */
export interface BodyRooms {
  /** Reads a body of at most `limitBytes` as it comes over the wire, and works on it, each when there is room. */
  withBody<Result>(
    context: Context<HttpEnvironment>,
    options: { sender: string; limitBytes: number },
    work: (raw: Buffer) => Promise<Result>,
  ): Promise<Result>;
}

export function createBodyRooms(): BodyRooms {
  const working = createRoom(bytesAtWork);
  const receiving = new Map<string, Room>();
  return {
    async withBody(context, { sender, limitBytes }, work) {
      const bytes = Number(context.req.header('content-length') ?? limitBytes);
      if (bytes > limitBytes) throw new BodyTooLarge(limitBytes);
      const room = receiving.get(sender) ?? createRoom(bytesOfSender);
      receiving.set(sender, room);
      const received = await room.enter(bytes);
      try {
        const raw = await readRawBody(context, limitBytes);
        const isCompressed = context.req.header('content-encoding') !== undefined;
        const inflated = isCompressed ? mostInflated(raw.length, limitBytes) : raw.length;
        const worked = await working.enter(inflated * timesItsSize);
        try {
          return await work(raw);
        } finally {
          worked.leave();
        }
      } finally {
        received.leave();
        if (room.isEmpty) receiving.delete(sender);
      }
    },
  };
}

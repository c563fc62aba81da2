import { TooManyStreams } from './errors.ts';

/** Open streams at most, in this process: 270 idle ones take a third of a processor. Whoever gets none asks every few seconds. */
export const streamLimits = { perMember: 30, perServer: 300 };

export interface StreamRoom {
  /** Takes the place of one stream, and answers with what gives it back. Throws `TooManyStreams`. */
  enter(memberId: string): () => void;
}

export function createStreamRoom({ perMember, perServer } = streamLimits): StreamRoom {
  const open = new Map<string, number>();
  let total = 0;
  return {
    enter(memberId) {
      const own = open.get(memberId) ?? 0;
      if (own >= perMember) throw new TooManyStreams(perMember, 'for each member');
      if (total >= perServer) throw new TooManyStreams(perServer, 'for all members');
      open.set(memberId, own + 1);
      total += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        total -= 1;
        const left = (open.get(memberId) ?? 1) - 1;
        if (left === 0) open.delete(memberId);
        else open.set(memberId, left);
      };
    },
  };
}

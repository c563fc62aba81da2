import { Socket } from 'node:net';
import { duration } from '../../kernel/clock.ts';

/** Longer than the statements take that the server itself ends, in milliseconds. */
export const statementPatience = 35 * duration.second;

export interface PostgresSockets {
  readonly open: () => Socket;
  /** Those that are open still, without a word to the server. */
  destroyAll(): void;
}

/**
 * Sockets that give up on a server of which nothing has been heard for `patience` milliseconds although it was asked something;
 * 0 waits for as long as it takes. Where a machine or a line is gone nobody says so, and the system would go on trying for a
 * quarter of an hour.
 */
export function createPostgresSockets({ patience }: { patience: number }): PostgresSockets {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.setTimeout(patience, () => {
        const error = new Error(`PostgreSQL has said nothing for ${patience / duration.second} s`);
        socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
      });
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    destroyAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

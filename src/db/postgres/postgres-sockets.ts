import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { duration } from '../../kernel/clock.ts';

/** Longer than the statements take that the server itself ends, in milliseconds. */
export const statementPatience = 35 * duration.second;

/** Whoever is on the other side may say what no PostgreSQL says, and the driver throws as it reads: that ends the connection, not the process. */
export function endOnNonsense(stream: Duplex): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...parts: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...parts);
    try {
      return emit(event, ...parts);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      stream.destroy(Object.assign(new Error(`what answers is no PostgreSQL: ${cause}`), { code: 'ECONNABORTED' }));
      return true;
    }
  };
}

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
      endOnNonsense(socket);
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

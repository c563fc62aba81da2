import pg from 'pg';
import { endOnNonsense } from './postgres-sockets.ts';

/** One that outlives what speaks like no PostgreSQL over TLS as well, which the driver reads from a socket that it makes itself. */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Said before anything can have come.
    this.connection.on('sslconnect', () => {
      endOnNonsense(this.connection.stream);
    });
  }
}

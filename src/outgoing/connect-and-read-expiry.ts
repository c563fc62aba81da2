import { connect as connectTls } from 'node:tls';
import { buildConnector } from 'undici';
import { duration } from '../kernel/clock.ts';

type Connector = buildConnector.connector;

/** Connects as undici does. The error of a certificate that expired says since when: `expiredAt`, such as `2026-11-29`. */
export function connectAndReadExpiry(options: buildConnector.BuildOptions): Connector {
  const connect = buildConnector({ ...options, allowH2: false });
  return (to, done) => {
    connect(to, (...[error, socket]) => {
      if (error === null) done(null, socket);
      else if ((error as NodeJS.ErrnoException).code !== 'CERT_HAS_EXPIRED') done(error, null);
      else
        void readExpiry(to).then((expiredAt) => {
          done(expiredAt === undefined ? error : Object.assign(error, { expiredAt }), null);
        });
    });
  };
}

/** Node closes a connection that it does not trust before anybody sees the certificate: on this one nothing is ever sent. */
function readExpiry({ hostname, port, servername }: Parameters<Connector>[0]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: servername ?? '',
      rejectUnauthorized: false,
      timeout: 5 * duration.second,
    });
    const end = (expiredAt?: string) => {
      socket.destroy();
      resolve(expiredAt);
    };
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(until.getTime()) ? undefined : until.toISOString().slice(0, 10));
    });
    socket.once('error', () => {
      end();
    });
    socket.once('timeout', () => {
      end();
    });
  });
}

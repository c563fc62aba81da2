import { once } from 'node:events';
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
          done(Object.assign(error, { expiredAt }), null);
        });
    });
  };
}

/** Node closes a connection that it does not trust before anybody sees the certificate: on this one nothing is ever sent. */
async function readExpiry({ hostname: host, port, servername }: Parameters<Connector>[0]): Promise<string | undefined> {
  const name = servername ?? '';
  const socket = connectTls({ host, port: Number(port || 443), servername: name, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(5 * duration.second) });
    return new Date(socket.getPeerCertificate().valid_to).toISOString().slice(0, 10);
  } catch {
    return undefined;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

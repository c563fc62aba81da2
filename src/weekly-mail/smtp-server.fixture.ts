import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real mail server on this machine, with one account, which behaves by the address that a mail is for. */
export interface TestMailServer {
  readonly port: number;
  readonly mails: { readonly to: string; readonly message: string }[];
  /** Addresses that it refuses, until they are taken out. */
  readonly refused: Set<string>;
  /** Addresses for which it breaks the connection off once it has the mail, and says nothing. */
  readonly silent: Set<string>;
  /** Addresses for which it takes the mail and never says so. */
  readonly held: Set<string>;
  close(): Promise<void>;
}

export const account = { user: 'docs', password: 'correct horse battery' };

/** Over TLS from the first byte where it has a certificate. */
export async function startMailServer(certificate?: { key: string; cert: string }): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = [];
  const refused = new Set<string>();
  const silent = new Set<string>();
  const held = new Set<string>();
  const server = new SMTPServer({
    ...(certificate && { secure: true, key: certificate.key, cert: certificate.cert }),
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === account.user && password === account.password) done(null, { user: username });
      // As servers do that were left to debug.
      else
        done(
          new Error(
            `Invalid: ${String(username)} ${String(password)} ${btoa(String(password))} ${btoa(`\0${String(username)}\0${String(password)}`)}`,
          ),
        );
    },
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((message) => {
        const to = envelope.rcptTo[0]?.address ?? '';
        mails.push({ to, message });
        if (silent.has(to)) for (const connection of server.connections) connection.close();
        else if (!held.has(to)) done(null);
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    refused,
    silent,
    held,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import type { WeeklyMailSettings } from '../contract/weekly-mail.ts';
import { duration } from '../kernel/clock.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { openTunnel } from '../outgoing/open-tunnel.ts';
import { MailNotSent } from './errors.ts';

export interface MailServer extends Pick<WeeklyMailSettings, 'port' | 'encryption' | 'user'> {
  readonly host: string;
  readonly password: string | undefined;
}

/** A message as it goes over the wire, and whom it is from and for. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/** Whether a mail that was not sent may have arrived all the same: the server was given it, and then was heard no more. */
export class MailUncertain extends MailNotSent {}

/** Milliseconds that the server may be silent. */
const patience = 20 * duration.second;
/** Milliseconds that a whole mail may take, at whatever pace the server talks. How much it says is bounded by nodemailer. */
const longest = 3 * duration.minute;

/**
 * Sends one mail. `onReady` is called when the server has let us in, before it is given anything. Throws `MailNotSent` where the
 * mail was surely not taken, and `MailUncertain`.
 */
export async function sendMail(server: MailServer, mail: OutgoingMail, onReady: () => Promise<void>): Promise<void> {
  const because = (error: unknown) => readConnectionFault(error, server) ?? reasonOf(error, server);
  const tunnel = await openTunnel(server, patience).catch((error: unknown) => {
    throw new MailNotSent(because(error));
  });
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...(tunnel !== undefined && { connection: tunnel }),
    host: server.host,
    port: server.port,
    secure: server.encryption === 'tls',
    requireTLS: server.encryption === 'starttls',
    ignoreTLS: server.encryption === 'none',
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  });
  const broken = new Promise<never>((_resolve, reject) => connection.once('error', reject));
  broken.catch(() => undefined);
  const time = AbortSignal.timeout(longest);
  const late = new Promise<never>((_resolve, reject) => {
    time.addEventListener('abort', () => {
      reject(time.reason as Error);
    });
  });
  late.catch(() => undefined);
  const during = <Value>(
    step: (done: (error?: Error | null, value?: Value) => void) => void,
  ): Promise<Value | undefined> =>
    Promise.race([
      broken,
      late,
      new Promise<Value | undefined>((resolve, reject) => {
        step((error, value) => {
          if (error instanceof Error) reject(error);
          else resolve(value);
        });
      }),
    ]);
  try {
    try {
      await during((done) => {
        connection.connect(done);
      });
      if (server.user !== null) {
        await during((done) => {
          connection.login({ user: server.user ?? '', pass: server.password ?? '' }, done);
        });
      }
    } catch (error) {
      throw new MailNotSent(because(error), { isFinal: isFinal(error) });
    }
    await onReady();
    const envelope: SMTPEnvelope = { from: mail.from, to: [mail.to] };
    try {
      await during((done) => {
        connection.send(envelope, mail.message, done);
      });
    } catch (error) {
      // An answer of the server is a refusal; silence is none.
      throw answerCode(error) === undefined
        ? new MailUncertain(because(error))
        : new MailNotSent(reasonOf(error, server), { isFinal: isFinal(error) });
    }
    connection.quit();
  } finally {
    connection.close();
  }
}

function answerCode(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
}

/** RFC 5321, 4.2.1: 4yz asks to try again, as with greylisting; 5yz is final. */
function isFinal(error: unknown): boolean {
  return (answerCode(error) ?? 0) >= 500;
}

/** What the server answered, in one line; without the password, which some repeat as it was sent. */
function reasonOf(error: unknown, { user, password }: MailServer): string {
  const message = error instanceof Error ? error.message : String(error);
  // The longest first: one may be a part of another.
  const sent = password ? [toBase64(`\0${user ?? ''}\0${password}`), toBase64(password), password] : [];
  const text = sent.reduce((rest, secret) => rest.replaceAll(secret, '…'), message);
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 300);
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

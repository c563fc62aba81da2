import type { ErrorFacts } from '../kernel/app-error.ts';
import { faultReadings, type FaultKind, type FaultReading } from './fault-readings.ts';

/** Why another machine could not be reached. Its texts hold no path, no user and no password, of a proxy neither. */
export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  readonly kind: FaultKind;
  /** With the port where it is not the usual one. */
  readonly host: string;
  /** Completes "Cannot reach <host>: ...". */
  readonly reason: string;
  readonly remedy: string;
  readonly certificate: FaultReading['certificate'];
  /** False where waiting alone does not help: a name that does not exist, a certificate or a password that is refused. */
  readonly passes: boolean;

  constructor({ kind, certificate, remedy, passes }: FaultReading, host: string, reason: string, cause: unknown) {
    super(`Cannot reach ${host}: ${reason}.`, { cause });
    this.kind = kind;
    this.certificate = certificate;
    this.host = host;
    this.reason = reason;
    this.remedy = remedy;
    this.passes = passes;
  }
}

/** Whom somebody wanted to reach. */
export interface Destination {
  readonly host: string;
  /** `host:port` of the proxy on the way to it. */
  readonly proxy?: string | undefined;
}

/** What the system, TLS, Node's and undici's HTTP, nodemailer and curl say, as the fault it means; undefined for anything else. */
export function readConnectionFault(thrown: unknown, destination: Destination): ConnectionFault | undefined {
  for (const error of chainOf(thrown)) {
    if (error instanceof ConnectionFault) return error;
    const fault = readText(`${codeOf(error)} ${error.message}`, destination, error);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The same for what a program such as git printed. */
export function readPrintedFault(text: string, destination: Destination): ConnectionFault | undefined {
  return readText(text, destination, undefined);
}

/** An adapter's own facts, with the remedy of this fault, and whether it is worth to try again at once. */
export function withRemedy(facts: ErrorFacts, fault: ConnectionFault | undefined): ErrorFacts {
  return fault === undefined ? facts : { ...facts, remedy: fault.remedy, retryable: fault.passes };
}

/** What a proxy answers for when it stands in between; an answer that begins and stays away is the other side's. */
const proxyFaultKinds: readonly FaultKind[] = ['dns', 'refused', 'unreachable', 'timeout'];
const isSilence = /UND_ERR_(?:HEADERS|BODY)_TIMEOUT|too slow/i;

function readText(text: string, { host, proxy }: Destination, cause: Error | undefined): ConnectionFault | undefined {
  const faultReading = faultReadings.find(({ pattern }) => pattern.test(text));
  if (faultReading === undefined) return undefined;
  const { kind, reason, remedy } = faultReading;
  if (kind === 'proxy') {
    const [, status] = /(?:\(|code |error: )(\d{3})\b/.exec(text) ?? [];
    const proxyProblem = `the proxy ${proxy ?? ''} ${reason}${status === undefined ? '' : ` (${status})`}`;
    return new ConnectionFault(faultReading, host, proxyProblem.replace('  ', ' '), cause);
  }
  if (proxy === undefined || !proxyFaultKinds.includes(kind) || isSilence.test(text))
    return new ConnectionFault(faultReading, host, reason + certificateOf(cause), cause);
  const where = { ...faultReading, kind: 'proxy', remedy: `Check HTTPS_PROXY and HTTP_PROXY. ${remedy}` } as const;
  return new ConnectionFault(where, host, `the proxy ${proxy} cannot be reached: ${reason}`, cause);
}

/** What the certificate itself says, where the error brings it along. */
function certificateOf(
  error: (Error & { expiredAt?: string; cert?: { subjectaltname?: string } }) | undefined,
): string {
  if (error?.expiredAt !== undefined) return ` on ${error.expiredAt}`;
  const names = error?.cert?.subjectaltname?.replace(/[^\w.*:, -]/gu, '').slice(0, 100);
  return names === undefined ? '' : ` (it is for ${names})`;
}

/** The error, its causes, and those of several attempts that were made at once. */
function* chainOf(thrown: unknown): Generator<Error & { code?: unknown }> {
  if (!(thrown instanceof Error)) return;
  yield thrown;
  if (thrown instanceof AggregateError) for (const one of thrown.errors) yield* chainOf(one);
  yield* chainOf(thrown.cause);
}

function codeOf({ code, name }: Error & { code?: unknown }): string {
  return typeof code === 'string' ? code : name;
}

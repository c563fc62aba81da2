import type { IncomingMessage } from 'node:http';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Logger } from '../kernel/logger.ts';
import { isStorageFault, readStorageFault, withoutPlace } from '../kernel/storage-fault.ts';
import { createClientAddressReader, type ClientAddress } from './client-address.ts';
import { InternalFault, InvalidRequest, RequestCutOff, Unavailable, UnsupportedContentType } from './errors.ts';
import { createFailureLog } from './failure-log.ts';
import { problemResponse, type ProblemCaller } from './problem-response.ts';

export interface ExchangeOptions {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Addresses and networks that may say for whom they forward. */
  readonly trustedProxies: readonly string[];
  /** The only header in which they say it; left out, any that `client-address.ts` knows. */
  readonly addressHeader?: string | undefined;
  /** Called once per answered request; `route` is the pattern, so that it is safe as a metric label. */
  readonly onRequest?: (request: { method: string; route: string; status: number; seconds: number }) => void;
}

/** A request and its answer. */
export interface Exchange {
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly requestId: string;
  readonly client: ClientAddress;
}

/** What every exchange begins and ends with, through the framework or directly: see `direct-routes.ts`. */
export type Exchanges = ReturnType<typeof createExchanges>;

export function createExchanges({ logger, clock, trustedProxies, addressHeader, onRequest }: ExchangeOptions) {
  const readClientAddress = createClientAddressReader(trustedProxies, addressHeader);
  const logFailure = createFailureLog({ logger, clock });
  return {
    /** Without `incoming` for requests made inside the process. */
    begin(incoming: IncomingMessage | undefined): Exchange {
      const started = clock.now();
      const client = readClientAddress(incoming?.socket.remoteAddress, incoming?.headers ?? {});
      return { started, requestId: newId('req', started), client };
    },
    /** The headers that every answer has. */
    headersOf: ({ requestId }: Exchange) => ({ 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }),
    /** Answers what was thrown, and logs it where the fault is ours. */
    refuse(thrown: unknown, caller: ProblemCaller, incoming: IncomingMessage | undefined): Response {
      const error = isCutOff(incoming) ? new RequestCutOff(thrown) : toAppError(thrown);
      if (error.facts.status >= 500) logFailure(thrown, { requestId: caller.requestId, code: error.facts.code });
      return problemResponse(error, caller);
    },
    /** Logs a fault that came too late for a problem. */
    noteBrokenOff({ requestId }: Exchange, fault: unknown): void {
      logger.error({ requestId, error: fault }, 'answer broken off');
    },
    end({ started, requestId }: Exchange, request: { method: string; route: string; status: number }): void {
      const milliseconds = clock.now() - started;
      onRequest?.({ ...request, seconds: milliseconds / 1000 });
      logger.debug({ ...request, requestId, milliseconds }, 'answered');
    },
  };
}

/** Whether the caller went away before all of its request had come. */
function isCutOff(incoming: IncomingMessage | undefined): boolean {
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

function toAppError(thrown: unknown): AppError {
  if (isStorageFault(thrown)) return withoutPlace(thrown);
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }], thrown);
  }
  if (thrown instanceof HTTPException && thrown.status === 415) return new UnsupportedContentType(undefined, ['JSON']);
  const storageFault = readStorageFault(thrown);
  if (storageFault !== undefined) return storageFault;
  if (isDatabaseAway(thrown)) return new Unavailable('The database cannot be reached.', thrown);
  if (isClosed(thrown)) return new Unavailable('The server has stopped.', thrown);
  return new InternalFault(thrown);
}

/** Asked by a request that outlived the grace period of a shutdown: Kysely, and a file of SQLite. */
function isClosed(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return message === 'driver has already been destroyed' || message === 'The database connection is not open';
}

/** SQLite: locked for too long, file gone. PostgreSQL says it by an error of its own. */
function isDatabaseAway(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return /^SQLITE_(BUSY|CANTOPEN)/.test(code);
}

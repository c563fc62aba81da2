import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '../../../../kernel/app-error.ts';
import { readConnectionFault, type ConnectionFault } from '../../../../outgoing/connection-fault.ts';
import { QuestionTooLarge, VisitsAway, VisitsRefused } from '../../errors.ts';

/** What a question was ended for: time, memory, rows or bytes that one may take. */
const tooLarge = new Set(['TIMEOUT_EXCEEDED', 'TOO_SLOW', 'MEMORY_LIMIT_EXCEEDED', 'TOO_MANY_ROWS', 'TOO_MANY_BYTES']);
/** User, password, database, rights. */
const refused = new Set([
  'AUTHENTICATION_FAILED',
  'REQUIRED_PASSWORD',
  'WRONG_PASSWORD',
  'UNKNOWN_USER',
  'IP_ADDRESS_NOT_ALLOWED',
  'ACCESS_DENIED',
  'READONLY',
  'UNKNOWN_DATABASE',
  'CLUSTER_DOESNT_EXIST',
]);
/** The server stops, starts, is full or crowded, or has lost its replicas or its Keeper: that passes. */
const away = new Set([
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'ALL_CONNECTION_TRIES_FAILED',
  'ALL_REPLICAS_ARE_STALE',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'TOO_MANY_MUTATIONS',
  'TABLE_IS_READ_ONLY',
  'NO_ZOOKEEPER',
  'KEEPER_EXCEPTION',
  'ZOOKEEPER_EXCEPTION',
  'TOO_FEW_LIVE_REPLICAS',
  'UNKNOWN_STATUS_OF_INSERT',
  'UNKNOWN_STATUS_OF_DISTRIBUTED_DDL_TASK',
  'UNFINISHED',
  'NOT_ENOUGH_SPACE',
  'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
  'QUERY_WAS_CANCELLED',
  'ABORTED',
  'SERVER_OVERLOADED',
  'S3_ERROR',
  'QUOTA_EXCEEDED',
  'CANNOT_ALLOCATE_MEMORY',
  'CANNOT_SCHEDULE_TASK',
  'NO_REPLICA_HAS_PART',
  'NO_ACTIVE_REPLICAS',
  'ALL_REPLICAS_LOST',
  'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE',
  'DNS_ERROR',
]);

const isForOwnProtocol = 'is for clickhouse-client program';

/** What ClickHouse or the way to it says, as an error of ours; anything else as it is. `isRewrite`: of a statement that changes tables, not a question. */
export function readClickHouseFault(thrown: unknown, place: string, isRewrite = false): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const fault = thrown instanceof ClickHouseError ? undefined : readConnectionFault(thrown, { host: place });
  if (fault?.certificate !== undefined) return new VisitsRefused(place, `${fault.reason}.`, thrown, fault);
  // What has no code of ClickHouse comes from the network, from our own patience, or from what stands before the server.
  if (!(thrown instanceof ClickHouseError)) return isOurOwn(thrown) ? thrown : awayBy(thrown, place, fault);
  const { type = '' } = thrown;
  // A server of the cluster is away, and does it when it is back.
  if (isRewrite && type === 'TIMEOUT_EXCEEDED') return new VisitsAway(place, thrown);
  if (tooLarge.has(type)) return new QuestionTooLarge(thrown);
  if (refused.has(type)) return new VisitsRefused(place, thrown.message, thrown);
  return away.has(type) ? new VisitsAway(place, thrown) : thrown;
}

function awayBy(thrown: Error, place: string, fault: ConnectionFault | undefined): Error {
  const reason = thrown.message.includes(isForOwnProtocol)
    ? 'the URL names the port of its own protocol; that of HTTP is 8123, or 8443 over TLS'
    : fault?.reason;
  return new VisitsAway(place, fault ?? thrown, reason && `cannot be reached: ${reason}`);
}

function isOurOwn(thrown: Error): boolean {
  return thrown instanceof TypeError || thrown instanceof RangeError;
}

import { AppError } from './app-error.ts';
import { readStorageFault } from './storage-fault.ts';

/** Codes of temporary faults of the system, SQLite, Node and undici: overloaded, locked, slow, unavailable. */
const passingCode =
  /^(?:EAGAIN|EBUSY|EINTR|ENOMEM|ENOBUFS|ETXTBSY|ESTALE|ETIMEDOUT|ECONN[A-Z]+|EPIPE|ENETDOWN|ENETUNREACH|EHOSTDOWN|EHOSTUNREACH|EAI_AGAIN|SQLITE_(?:BUSY|LOCKED|NOMEM|PROTOCOL|CANTOPEN)(?:_[A-Z]+)?|UND_ERR_(?:CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET))$/;

/** HTTP statuses of temporary faults; 52x come from proxies that cannot reach their server, 529 from an overloaded model. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);

export function isPassingStatus(status: number): boolean {
  return passingStatuses.has(status);
}

/**
 * Whether a fault is temporary, or an operator can end it outside Docwright, so that a retry may succeed. Our errors say so
 * themselves; for others, the code or the cause's code decides.
 */
export function canPass(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.facts.retryable || readStorageFault(thrown) !== undefined;
  if (!(thrown instanceof Error)) return false;
  if (readStorageFault(thrown) !== undefined || thrown.name === 'TimeoutError') return true;
  if ('code' in thrown && passingCode.test(String(thrown.code))) return true;
  if ('status' in thrown && typeof thrown.status === 'number' && isPassingStatus(thrown.status)) return true;
  return canPass(thrown.cause);
}

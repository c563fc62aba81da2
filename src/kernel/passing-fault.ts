import { AppError } from './app-error.ts';
import { readStorageFault } from './storage-fault.ts';

/** What the system, SQLite, Node and undici call faults that end without a change here: crowded, locked, slow, away. */
const passingCode =
  /^(?:EAGAIN|EBUSY|EINTR|ENOMEM|ENOBUFS|ETXTBSY|ESTALE|ETIMEDOUT|ECONN[A-Z]+|EPIPE|ENETDOWN|ENETUNREACH|EHOSTDOWN|EHOSTUNREACH|EAI_AGAIN|SQLITE_(?:BUSY|LOCKED|NOMEM|PROTOCOL|CANTOPEN)(?:_[A-Z]+)?|UND_ERR_(?:CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET))$/;

/** Answers of HTTP after which the same request may succeed later; 52x are of proxies that do not reach their server, 529 is of a crowded model. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);

export function isPassingStatus(status: number): boolean {
  return passingStatuses.has(status);
}

/**
 * Whether the cause of a fault can pass by itself or by what an operator does outside of Docwright, so that the same work is
 * worth another try. An error of ours says so itself; of any other the code decides, or that of its cause.
 */
export function canPass(thrown: unknown): boolean {
  if (thrown instanceof AppError) return thrown.facts.retryable || readStorageFault(thrown) !== undefined;
  if (!(thrown instanceof Error)) return false;
  if (readStorageFault(thrown) !== undefined || thrown.name === 'TimeoutError') return true;
  if ('code' in thrown && passingCode.test(String(thrown.code))) return true;
  if ('status' in thrown && typeof thrown.status === 'number' && isPassingStatus(thrown.status)) return true;
  return canPass(thrown.cause);
}

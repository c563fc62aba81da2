import { AppError } from '../../kernel/app-error.ts';
import { DatabaseAway } from '../../kernel/errors.ts';
import { DatabaseRefused } from '../errors.ts';

/** SQLSTATE of a server that stops, starts, ended the connection, has no room for another one, or is only a copy for now. */
const awayStates = /^(?:08...|57P0\d|53300|25006)$/;
/** What the network says. */
const awayCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)$/;
/** What the driver says without a code. */
const awayWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
/** Deadlock, conflict of two transactions, a lock or a statement that took too long: the server ended it to get on. */
const crowdedStates = /^(?:40P01|40001|55P03|57014|25P03)$/;
/** Wrong password or user, no such database, no right. */
const refusedStates = /^(?:28...|3D000|42501)$/;

/** What PostgreSQL or the way to it says, as an error of ours; anything else as it is. */
export function readPostgresFault(
  thrown: unknown,
  { place, isCommit = false }: { place: string; isCommit?: boolean },
): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (crowdedStates.test(code)) return new DatabaseAway('is too busy for this', { cause: thrown });
  if (awayStates.test(code) || awayCodes.test(code) || awayWords.test(thrown.message)) {
    return new DatabaseAway('cannot be reached', { cause: thrown, isInDoubt: isCommit });
  }
  if (refusedStates.test(code)) return new DatabaseRefused(place, thrown.message, thrown);
  return thrown;
}

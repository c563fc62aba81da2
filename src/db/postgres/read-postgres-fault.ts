import { AppError } from '../../kernel/app-error.ts';
import { DatabaseAway } from '../../kernel/errors.ts';
import { readConnectionFault } from '../../outgoing/connection-fault.ts';
import { DatabaseRefused, DatabaseUrlUnusable } from '../errors.ts';

/** SQLSTATE of a server that is not to be had for now, each with what is told of it. */
const awayCodes: readonly (readonly [RegExp, string])[] = [
  // Of a socket in a folder.
  [/^ENOENT$/, 'cannot be reached: nothing listens where the URL says'],
  [/^08...$/, 'cannot be reached'],
  [/^57P0\d$/, 'starts or stops'],
  [/^53300$/, 'has no room for another connection'],
  [/^25006$/, 'can only be read for now: it is a copy, or was made read-only'],
  [/^(?:53100|53200)$/, 'has no room left on its disk or in its memory'],
  // Deadlock, conflict of two transactions, a lock or a statement that took too long: the server ended it to get on.
  [/^(?:40P01|40001|55P03|57014|25P0[34])$/, 'is too busy for this'],
];
/** Of those, what the server says of a transaction that it has ended for certain. */
const rolledBack = /^(?:25|40|53|55|57014)/;
/** What the driver says without a code. */
const awayWords = 'Client has encountered a connection error';
/** Wrong password or user, no such database or schema, no right. */
const refusedCodes = /^(?:28...|3D000|3F000|42501)$/;
const refusedWords = /does not support SSL connections|establishing an SSL connection|^SASL: /;
/** What the driver says of it. */
const passwordMissing = 'client password must be';

/** What PostgreSQL or the way to it says, as an error of ours; anything else as it is. */
export function readPostgresFault(
  thrown: unknown,
  { place, isCommit = false }: { place: string; isCommit?: boolean },
): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return thrown;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (isOfFile(thrown)) return new DatabaseUrlUnusable(place, thrown);
  if (refusedCodes.test(code) || refusedWords.test(thrown.message)) {
    const isWithout = thrown.message.includes(passwordMissing);
    return new DatabaseRefused(place, isWithout ? 'it asks for a password, and there is none' : thrown.message, thrown);
  }
  // What the server itself says has a severity, and is none of the way to it.
  const isAnswer = 'severity' in thrown;
  const fault = isAnswer ? undefined : readConnectionFault(thrown, { host: place.split('/')[0] ?? place });
  if (fault?.certificate !== undefined) return new DatabaseRefused(place, fault.reason, thrown, fault);
  const [, problem = fault && `cannot be reached: ${fault.reason}`] =
    awayCodes.find(([codes]) => codes.test(code)) ?? [];
  if (problem === undefined && !thrown.message.includes(awayWords)) return thrown;
  return new DatabaseAway(problem ?? 'cannot be reached', {
    cause: fault ?? thrown,
    isInDoubt: isCommit && !rolledBack.test(code),
  });
}

/** The driver reads the files of keys and certificates that it names. */
function isOfFile(thrown: Error): boolean {
  return (
    ('path' in thrown && 'syscall' in thrown && thrown.syscall === 'open') || thrown.message.includes('sslrootcert')
  );
}

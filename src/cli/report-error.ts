import { ConnectionFailed, DocwrightError } from '../../client/src/index.ts';
import { CommanderError } from 'commander';
import type { Problem } from '../contract/problem.ts';
import { InvalidRequest } from '../http/errors.ts';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import { commandName } from '../kernel/command-name.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { JobWaitTimedOut } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import { terminal } from './terminal.ts';

/**
 * Tells a person what happened and what to do, on standard error, and returns the exit code. With `json` what is written is a problem object, as the HTTP API answers it.
 */
export function reportError(error: unknown, { json }: { json: boolean }): number {
  if (error instanceof CommanderError) return reportUsage(error, json);
  if (error instanceof AppError) {
    if (json) writeProblem(toProblem(error));
    else say(`${error.message}\n${remedyAt('cli', error.facts)}`);
    return error instanceof JobWaitTimedOut ? exitCodes.jobNotEnded : exitCodeOf(error.facts.status);
  }
  if (error instanceof DocwrightError) {
    if (json) writeProblem(error.problem);
    else say(sentenceOf(error));
    return exitCodeOf(error.status);
  }
  if (error instanceof ConnectionFailed) {
    const fault = readConnectionFault(error.cause, { host: error.host });
    const message = fault?.message ?? error.message;
    const title = 'The server cannot be reached';
    if (json) writeProblem({ ...unexpected(message), type: '/problems/connection_failed', title });
    else
      say(
        `${message}${fault === undefined ? '' : ` ${fault.remedy}`}\nSet --url or DOCWRIGHT_URL to the address that \`docwright serve\` printed.`,
      );
    return exitCodes.failed;
  }
  const sentence = error instanceof Error ? error.message : String(error);
  if (json) writeProblem(unexpected(sentence));
  else say(process.env['DOCWRIGHT_LOG_LEVEL'] === 'debug' ? stackOf(error) : sentence);
  return exitCodes.failed;
}

/** Commands in it as the person types them here. */
function say(text: string): void {
  terminal.say(redactSecrets(text.replaceAll('`docwright ', `\`${commandName()} `)));
}

function exitCodeOf(status: number): number {
  return status === 400 ? exitCodes.wrongInput : exitCodes.failed;
}

/** What the server says, with the fields of its API as the options that they are here. */
function sentenceOf({ code, message, problem }: DocwrightError): string {
  if (code === 'unauthorized') return keyRefused;
  if (code !== InvalidRequest.facts.code) return message;
  const fault = problem.error.replace(/`?\bdate(From|To)\b`?/g, (_, end: string) => `--${end.toLowerCase()}`);
  return `${fault}\n${remedyAt('cli', InvalidRequest.facts)}`;
}

/** The server says no more than that, so that nobody learns which keys exist. */
const keyRefused =
  "The server rejected DOCWRIGHT_API_KEY: the key is mistyped, expired, revoked or for another server.\nTo create a new one, run `docwright key create --project <name> --name <key name>` on the server's machine.";

/** Commander has written its sentence already, unless JSON was asked for. Help and version are no faults. */
function reportUsage(error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return exitCodes.done;
  if (json) writeProblem({ ...unexpected(error.message), type: '/problems/usage', title: 'Wrong usage', status: 400 });
  return exitCodes.wrongInput;
}

function toProblem({ facts, message, details }: AppError): Problem {
  return {
    type: `/problems/${facts.code}`,
    title: facts.title,
    status: facts.status,
    detail: `${message} ${remedyAt('cli', facts)}`,
    instance: '',
    error: message,
    details: [...details],
  };
}

function unexpected(sentence: string): Problem {
  return {
    type: '/problems/internal_fault',
    title: 'Unexpected fault',
    status: 500,
    detail: sentence,
    instance: '',
    error: sentence,
    details: [],
  };
}

function writeProblem(problem: Problem): void {
  terminal.say(redactSecrets(JSON.stringify(problem, null, 2)));
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

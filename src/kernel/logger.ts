import { pino } from 'pino';

/** Structured log of one component. The first argument holds fields, the second the sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** Names of fields that hold secrets wherever they occur in a log record, two levels deep. */
const secretFields = [
  'authorization',
  'cookie',
  'apiKey',
  'token',
  'secret',
  'password',
  'masterKey',
  'adminKey',
  'privateKey',
];

/** Anything that looks like one of our keys or a well-known provider token, inside any text. */
const secretText =
  /\b(?:dw_(?:admin|ingest)_[A-Za-z0-9_]+|gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{30,})/g;

/** Replaces tokens of known shapes; the last line of defence, not the first. */
export function redactSecrets(text: string): string {
  return text.replace(secretText, '[redacted]');
}

export function createLogger(options: { level: string; destination?: { write(line: string): void } }): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
      hooks: {
        streamWrite: redactSecrets,
      },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};

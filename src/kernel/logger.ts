import { pino } from 'pino';

/** Structured log of one component. The first argument holds fields, the second the sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** Causes of causes that are told. */
const deepestCause = 5;

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

export function createLogger(options: {
  level: string;
  /** Takes out of a finished line, which is JSON, whatever looks like a secret; it must stay JSON. */
  redact: (line: string) => string;
  destination?: { write(line: string): void };
}): Logger {
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
      serializers: { error: (error: unknown) => describeError(error) },
      hooks: { streamWrite: options.redact },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

/** What else hangs on the error of a library may be a whole request with its key, so it is left out. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, message, code, stack, cause: depth < deepestCause ? describeError(cause, depth + 1) : undefined };
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};

import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { isPassingStatus } from '../../kernel/passing-fault.ts';
import { readConnectionFault } from '../../outgoing/connection-fault.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import * as errors from '../errors.ts';
import { StreamCutOff } from './collect-turn.ts';
import { DocumentInPlaceOfStream } from './judge-answer.ts';
import { AnswerTooLong } from './turn-limits.ts';

/** What a provider's failure means: one of our errors, or that the model declined for reasons of content. */
export type Fault = { readonly kind: 'error'; readonly error: Error } | { readonly kind: 'refused' };

/**
 * Words by which providers tell cases apart that share a status: OpenAI and compatible servers, Anthropic, Google,
 * vLLM, llama.cpp, Ollama. Looked for in the body of an error answer and in errors inside a stream, first hit wins.
 */
const words: readonly (readonly [
  pattern: RegExp,
  meaning: 'context' | 'quota' | 'key' | 'picture' | 'model' | 'refused' | 'overloaded',
])[] = [
  [
    /context_length_exceeded|context.?(length|window|size)|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (maximum|max|available)[^"]{0,40}(token|context)|maximum (number of )?tokens|request_too_large/i,
    'context',
  ],
  [/insufficient_quota|credit balance|billing|payment|quota_exhausted|out of credits/i, 'quota'],
  [/invalid_api_key|API_KEY_INVALID|api key not valid|authentication_error|incorrect api key|unauthenticated/i, 'key'],
  // Of llama.cpp with a status that stands for a server in trouble.
  [
    /(image|vision|multimodal)[^"]{0,40}(not support|unsupported)|(not support|unsupported)[^"]{0,40}(image|vision|multimodal)|mmproj/i,
    'picture',
  ],
  [/model_not_found|model[^"]{0,80}(not found|does not exist|is not supported|is not found)|unknown model/i, 'model'],
  [/content_policy|content_filter|responsible_ai|PROHIBITED_CONTENT|blocked by safety/i, 'refused'],
  [
    /overloaded|rate.?limit|server_error|api_error|internal|unavailable|try again|RESOURCE_EXHAUSTED|timeout/i,
    'overloaded',
  ],
];

interface Asked {
  readonly model: string;
  /** Where it was looked for. */
  readonly host: string;
  /** Cut out of whatever words of the provider are passed on. */
  readonly secrets: readonly string[];
}

export function classifyFault(error: unknown, requested: Asked): Fault {
  const { model, secrets } = requested;
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return classifyAnswer(error, requested);
  if (TypeValidationError.isInstance(error)) return classifyDocument(error.value, model, secrets);
  if (JSONParseError.isInstance(error) || InvalidResponseDataError.isInstance(error)) {
    return failed(new errors.ModelAnswerUnreadable(model));
  }
  // Also of a connection that breaks while the answer streams.
  const fault = readConnectionFault(error, requested);
  if (fault !== undefined) return failed(new errors.ModelUnreachable(model, fault));
  const isOfConnection =
    error instanceof StreamCutOff ||
    error instanceof TypeError ||
    APICallError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error);
  if (isOfConnection) return failed(new errors.ModelUnreachable(model));
  if (error instanceof AnswerTooLong) return failed(new errors.ModelAnswerTooLong(model));
  if (error instanceof DocumentInPlaceOfStream) return classifyDocument(error.document, model, secrets);
  if (!(error instanceof Error)) return classifyReport(error, model, secrets);
  // The words of a package are about itself.
  return (
    faultOf(meaningOf(error.message), model, { words: withoutSecrets(error.message, secrets) }) ??
    failed(new errors.ModelAnswerUnreadable(model))
  );
}

/** Of which compatible servers and gateways name one or the other. */
const documentedError = z.object({ error: z.unknown() }).or(z.object({ detail: z.unknown() }));

function classifyDocument(document: unknown, model: string, secrets: readonly string[]): Fault {
  const named = documentedError.safeParse(document).data;
  if (named === undefined) return failed(new errors.ModelAnswerUnreadable(model));
  return classifyReport('error' in named ? named.error : named.detail, model, secrets);
}

const reportSchema = z.object({
  message: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  code: z.coerce.number().optional().catch(undefined),
});

/** An error that came where an answer should: in a stream, or after the status of a success. */
function classifyReport(report: unknown, model: string, secrets: readonly string[]): Fault {
  const text = typeof report === 'string' ? report : JSON.stringify(report);
  const { message = text, type = '', code = 0 } = reportSchema.safeParse(report).data ?? {};
  const words = withoutSecrets(message, secrets);
  const isOurs = (code >= 400 && code < 500 && !isPassingStatus(code)) || /^(invalid_?|bad_?)request/i.test(type);
  // Names stand in quotes, which in JSON would end the words.
  const meaning = meaningOf(text) ?? meaningOf(message.replaceAll('"', "'"));
  const specific = isOurs && meaning === 'overloaded' ? undefined : faultOf(meaning, model, { words });
  if (specific !== undefined) return specific;
  if (isOurs) return failed(new errors.ModelRequestRefused(model, undefined, words));
  return failed(new errors.ModelAnswerUnreadable(model, words));
}

function classifyAnswer(answer: APICallError, requested: Asked): Fault {
  const { model, secrets } = requested;
  const { statusCode: status = 0, responseBody: body = '' } = answer;
  if (status >= 300 && status < 400) {
    return failed(new errors.ModelRequestRefused(model, status, 'it leads elsewhere, and no key is sent there'));
  }
  // The answer began well and then broke off, or turned out not to be the protocol.
  if (status < 400) return classifyFault(answer.cause ?? new StreamCutOff(), requested);
  const facts = { httpStatus: status, retryAfterSeconds: retryAfterOf(answer.responseHeaders ?? {}, body) };
  const meaning = meaningOf(body);
  if (status === 401 || status === 403) {
    return failed(new errors.ModelKeyInvalid(model, withoutPieces(answer.message, secrets)));
  }
  if (status === 402) return failed(new errors.ModelQuotaExhausted(model));
  if (status === 413) return failed(new errors.ModelContextTooLong(model));
  const words = withoutSecrets(answer.message, secrets);
  if (isPassingStatus(status) && meaning !== 'picture') {
    return failed(
      meaning === 'quota' && status === 429 && !mentionsRetry(body)
        ? new errors.ModelQuotaExhausted(model)
        : new errors.ModelOverloaded(model, facts),
    );
  }
  const specific = meaning === 'overloaded' ? undefined : faultOf(meaning, model, { ...facts, words });
  if (specific !== undefined) return specific;
  if (status === 404) return failed(new errors.ModelUnknown(model));
  return failed(new errors.ModelRequestRefused(model, status, words));
}

type Meaning = (typeof words)[number][1];

function meaningOf(text: string): Meaning | undefined {
  return words.find(([pattern]) => pattern.test(text))?.[1];
}

function faultOf(
  meaning: Meaning | undefined,
  model: string,
  {
    httpStatus,
    retryAfterSeconds,
    words,
  }: { httpStatus?: number; retryAfterSeconds?: number | undefined; words: string },
): Fault | undefined {
  switch (meaning) {
    case 'context':
      return failed(new errors.ModelContextTooLong(model));
    case 'quota':
      return failed(new errors.ModelQuotaExhausted(model));
    case 'key':
      return failed(new errors.ModelKeyInvalid(model));
    case 'picture':
      return failed(new errors.ModelRequestRefused(model, httpStatus, words));
    case 'model':
      return failed(new errors.ModelUnknown(model));
    case 'refused':
      return { kind: 'refused' };
    case 'overloaded':
      return failed(new errors.ModelOverloaded(model, { httpStatus, retryAfterSeconds }));
    case undefined:
      return undefined;
  }
}

function failed(error: Error): Fault {
  return { kind: 'error', error };
}

/** Google words a passing rate limit as a quota with billing advice, but then says when to come back. */
function mentionsRetry(body: string): boolean {
  return /retryDelay|try again in|PerMinute/.test(body);
}

/** Seconds from `retry-after-ms`, `retry-after` (seconds or a date), or Google's `retryDelay` in the body. */
function retryAfterOf(headers: Record<string, string>, body: string): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds / 1000);
  const header = headers['retry-after'];
  if (header !== undefined) {
    const seconds = Number(header);
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
    const date = Date.parse(header);
    if (Number.isFinite(date)) return Math.max(0, (date - Date.now()) / 1000);
  }
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Number(delay);
}

/** Some providers repeat a part of the key that they refuse, often with asterisks for the rest. */
function withoutPieces(text: string, secrets: readonly string[]): string {
  const length = 6;
  const repeats = (word: string) =>
    secrets.some((secret) =>
      Array.from({ length: Math.max(0, secret.length - length + 1) }, (_each, start) =>
        secret.slice(start, start + length),
      ).some((piece) => word.includes(piece)),
    );
  return withoutSecrets(text, secrets).replace(/\S+/g, (word) =>
    /\*{2}|\.{3}|…/.test(word) || repeats(word) ? '[redacted]' : word,
  );
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const cut = secrets
    .filter((secret) => secret.length > 0)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '[redacted]'), text);
  return redactSecrets(cut).replace(/\s+/g, ' ').slice(0, 300);
}

import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';
import { counted } from '../kernel/counted.ts';
import { withRemedy, type ConnectionFault } from '../outgoing/connection-fault.ts';

/** These errors carry little provider text and no `cause`, because some providers repeat the rejected key in their message. */

export const ModelNameInvalid = defineError(
  {
    code: 'model_name_invalid',
    status: 422,
    title: 'Invalid model name',
    remedy: 'Use provider/name, such as anthropic/claude-sonnet-4-5 or ollama/qwen3.',
  },
  (name: string, reason: string) => ({
    message: `The model '${name}' cannot be used: ${reason}`,
    details: [{ field: 'model', message: reason }],
  }),
);

export const ModelNotConfigured = defineError(
  {
    code: 'model_not_configured',
    status: 422,
    title: 'No model configured',
    remedy: {
      setUp:
        "Store a provider's key above. Or set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or OPENAI_COMPATIBLE_BASE_URL and DOCWRIGHT_MODEL, and restart the server.",
      otherwise:
        "Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or OPENAI_COMPATIBLE_BASE_URL and DOCWRIGHT_MODEL, or store a key under Model keys in the project's settings.",
    },
  },
  (message: string) => message,
);

export const ModelKeyInvalid = defineError(
  {
    code: 'model_key_invalid',
    status: 502,
    title: 'Model provider rejected the key',
    remedy: {
      job: 'Check that the key is complete, not revoked, and allowed to use this model. Then send the job a message.',
      otherwise: 'Check that the key is complete, not revoked, and allowed to use this model.',
    },
  },
  (model: string, words?: string) =>
    words === undefined || words === ''
      ? `The provider of ${model} rejected the API key.`
      : `The provider of ${model} rejected the API key: ${words}`,
);

export const ModelUnknown = defineError(
  {
    code: 'model_unknown',
    status: 422,
    title: 'Unknown model',
    remedy: 'Check the spelling of the name, and that your account may use this model.',
  },
  (model: string) => `Unknown model ${model}.`,
);

export const ModelQuotaExhausted = defineError(
  {
    code: 'model_quota_exhausted',
    status: 502,
    title: 'Model quota used up',
    remedy: {
      job: "Add credit or raise the limit in the provider's console. Then send the job a message.",
      otherwise: "Add credit or raise the limit in the provider's console.",
    },
  },
  (model: string) => `The account at the provider of ${model} has no quota or credit left.`,
);

export const ModelContextTooLong = defineError(
  {
    code: 'model_context_too_long',
    status: 502,
    title: 'Conversation too long',
    remedy: 'Ask for a smaller change, or use a model with a larger context window.',
  },
  (model: string) => `The conversation is longer than the context window of ${model}.`,
);

export const ModelWindowTooSmall = defineError(
  {
    code: 'model_window_too_small',
    status: 422,
    title: 'Context window too small',
    remedy:
      'Raise it where the model runs (Ollama: OLLAMA_CONTEXT_LENGTH; vLLM: --max-model-len; llama.cpp: --ctx-size), or set contextTokens if the server reports less than it provides.',
  },
  (model: string, tokens: number, smallest: number) =>
    `The server of ${model} provides a context window of ${tokens} tokens; the agent needs at least ${smallest}.`,
);

export const ModelOverloaded = defineError(
  {
    code: 'model_overloaded',
    status: 503,
    title: 'Model provider overloaded',
    remedy: 'Try again later, or use another model.',
    retryable: true,
    away: true,
  },
  (model: string, facts: { httpStatus: number | undefined; retryAfterSeconds: number | undefined }) => {
    const status = facts.httpStatus === undefined ? '' : ` (HTTP ${facts.httpStatus})`;
    return {
      message: `The provider of ${model} is overloaded or limits requests${status}.`,
      ...(facts.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: facts.retryAfterSeconds }),
    };
  },
);

export const ModelTimeout = defineError(
  {
    code: 'model_timeout',
    status: 504,
    title: 'Model timed out',
    remedy:
      'Try again. For a slow model of your own, raise DOCWRIGHT_MODEL_FIRST_TOKEN_TIMEOUT and DOCWRIGHT_MODEL_SILENCE_TIMEOUT, give it more memory, or use a smaller model.',
    retryable: true,
    away: true,
  },
  (model: string, silentSeconds: number) => `${model} sent nothing for ${silentSeconds} s.`,
);

export class ModelUnreachable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'model_unreachable',
    status: 502,
    title: 'Model provider unreachable',
    remedy: "Check the base URL and the server's network and proxy. For a local model, check that it is running.",
    retryable: true,
    away: true,
  };
  constructor(model: string, fault?: ConnectionFault) {
    const message = fault?.message ?? `The connection to the provider of ${model} was interrupted.`;
    super(withRemedy(ModelUnreachable.facts, fault), message);
  }
}

export const ModelRequestRefused = defineError(
  {
    code: 'model_request_refused',
    status: 502,
    title: 'Model provider rejected the request',
    remedy: 'Check that the model supports tools, and that the base URL is the one the provider documents.',
  },
  /** `words` is the provider's message, with secrets removed. */
  (model: string, httpStatus: number | undefined, words: string) => {
    const status = httpStatus === undefined ? '' : ` with HTTP ${httpStatus}`;
    return `The provider of ${model} rejected the request${status}: ${words}`;
  },
);

export const ModelAnswerUnreadable = defineError(
  {
    code: 'model_answer_unreadable',
    status: 502,
    title: 'Unreadable model answer',
    remedy: 'Try again. With a compatible server, check that its base URL serves the expected protocol.',
    retryable: true,
  },
  /** `words` is the error message that came instead of an answer, with secrets removed. */
  (model: string, words?: string) => {
    const problem = words === undefined ? 'data that does not match its protocol.' : `an error: ${words}`;
    return `${model} answered with ${problem}`;
  },
);

export const ModelAnswerTooLong = defineError(
  {
    code: 'model_answer_too_long',
    status: 502,
    title: 'Endless model answer',
    remedy:
      'Send the job a message to try again. If your own model repeats itself, change its template or its answer limit, or use a larger one.',
  },
  (model: string) => `An answer of ${model} exceeded every plausible length and was stopped.`,
);

export const ModelAnswersCutOff = defineError(
  {
    code: 'model_answers_cut_off',
    status: 502,
    title: 'Model answers cut off',
    remedy: {
      job: 'Allow longer answers where it runs (Ollama: num_predict; vLLM and gateways: max_tokens) or a larger context window, or use another model. Then send the job a message.',
      otherwise:
        'Allow longer answers where it runs (Ollama: num_predict; vLLM and gateways: max_tokens) or a larger context window, or use another model.',
    },
  },
  (model: string) => `The last answers of ${model} all reached the length limit before they did anything.`,
);

export const ModelCallsNoTools = defineError(
  {
    code: 'model_calls_no_tools',
    status: 422,
    title: 'The model does not call tools',
    remedy: {
      job: 'Turn on tool calling where the model runs (vLLM: --enable-auto-tool-choice and --tool-call-parser; SGLang: --tool-call-parser; llama.cpp: --jinja; Ollama: a model marked "tools"), or use another model; then send the job a message, or ask for the review again.',
      otherwise:
        'Turn on tool calling where the model runs (vLLM: --enable-auto-tool-choice and --tool-call-parser; SGLang: --tool-call-parser; llama.cpp: --jinja; Ollama: a model marked "tools"), or use another model.',
    },
  },
  (model: string, { asText }: { asText: boolean }) =>
    asText
      ? `${model} wrote its tool calls as text, so none of them ran.`
      : `${model} answered twice without calling a tool, and no file was changed.`,
);

/** Each attempt had begun to answer, so the provider charges for it. */
export const ModelAnswersBreakOff = defineError(
  {
    code: 'model_answers_break_off',
    status: 502,
    title: 'The answers of the model break off',
    remedy: {
      job: 'Check the time and size limits of proxies and gateways between this server and the model, and the memory of a model of your own; then send the job a message, or ask for the review again.',
      otherwise:
        'Check the time and size limits of proxies and gateways between this server and the model, and the memory of a model of your own.',
    },
    retryable: true,
  },
  (model: string, { answers }: { answers: number }) =>
    `${counted(answers, 'answer')} of ${model} broke off in the middle. The provider charges for them.`,
);

export const PricesInvalid = defineError(
  {
    code: 'prices_invalid',
    status: 500,
    title: 'Invalid model price table',
    remedy: 'Correct the file in DOCWRIGHT_MODEL_PRICES. src/model/prices.json shows the format.',
  },
  (file: string, reason: string) => `The price table ${file} cannot be read: ${reason}`,
);

export const TranscriptInvalid = defineError(
  {
    code: 'transcript_invalid',
    status: 422,
    title: 'Invalid transcript',
    remedy: 'Correct the transcript file. src/model/scripted/transcript.ts describes the format.',
  },
  (model: string, reason: string) => `The transcript of ${model} cannot be played: ${reason}`,
);

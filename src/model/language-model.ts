/**
 * One call to a language model: messages and tools in, one assistant message out. Every adapter, the scripted one
 * included, passes `language-model.conformance.ts`. All types are plain JSON, so that a transcript can be stored.
 */
export interface LanguageModel {
  /** `provider/name`, shown to people as `job.model`. */
  readonly name: string;
  /** Whether its answers say what they cost. */
  readonly isPriced?: boolean;
  /**
   * Size of the context window in tokens, as far as anybody tells; the server is asked at most once. Throws
   * `ModelWindowTooSmall`, and the signal's reason when it is aborted.
   */
  contextTokens(signal: AbortSignal): Promise<number>;
  /** Media types of files that it can look at, such as `image/png`; empty for a model that only reads. */
  readonly sees: readonly string[];
  /** True where the server may leave thinking in the text, and the opening mark out, as templates of open models do. */
  readonly mayImplyThinking?: boolean;
  /**
   * Retries transient faults itself (backoff, `Retry-After`); throws one of `model/errors.ts` when that is in vain, and
   * the signal's reason when it is aborted. A model that refuses to answer is a turn (`refused`), not an error.
   */
  generate(request: ModelRequest): Promise<ModelTurn>;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
  readonly maxOutputTokens?: number;
  /** Called with each piece of text as it streams in, thinking that the server leaves in it included. */
  readonly onText?: (delta: string) => void;
  /** Called before each further attempt; text streamed before it is void. */
  readonly onRetry?: (retry: ModelRetry) => void;
  /** Called for each attempt that failed after the model had begun to answer, with about what the provider charges for it. */
  readonly onLost?: (usage: ModelUsage) => void;
}

export interface ModelRetry {
  /** 2 for the first retry. */
  readonly attempt: number;
  readonly delayMilliseconds: number;
  /** Code of the error that was met. */
  readonly reason: string;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object. */
  readonly inputSchema: Record<string, unknown>;
}

export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
  /** The part of the program that wrote it (a reminder, findings); undefined when a person did. */
  readonly origin?: string | undefined;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly parts: readonly AssistantPart[];
}

/** `metadata` is what the provider wants back unchanged (reasoning signatures and the like). */
export type AssistantPart =
  | { readonly type: 'text'; readonly text: string; readonly metadata?: Record<string, unknown> }
  | { readonly type: 'reasoning'; readonly text: string; readonly metadata?: Record<string, unknown> }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly tool: string;
      /** As the model sent it; not yet validated. Arguments that are not valid JSON are a string. */
      readonly input: unknown;
      /** The answer reached the limit of its length within this call. */
      readonly isCutOff?: true;
      readonly metadata?: Record<string, unknown>;
    };

export interface ToolMessage {
  readonly role: 'tool';
  readonly results: readonly ToolResult[];
}

export interface ToolResult {
  readonly callId: string;
  readonly tool: string;
  readonly text: string;
  readonly failed: boolean;
  /** Shown to the model beside the text: one of the media types that it sees. */
  readonly shown?: ShownFile;
  /** What the tool wants to find again when a stored transcript is resumed; the model never sees it. */
  readonly record?: Record<string, unknown>;
}

export interface ShownFile {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

export interface ModelTurn {
  readonly message: AssistantMessage;
  readonly stopReason: 'end' | 'tool-calls' | 'length' | 'refused';
  readonly usage: ModelUsage;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of `inputTokens` that the provider served from its prompt cache. */
  readonly cachedInputTokens: number;
  /** Part of `inputTokens` that the provider put into its prompt cache, where it costs more. */
  readonly cacheWriteInputTokens?: number;
  /** Millionths of a dollar; undefined where the price of the model is not known. */
  readonly cost?: number;
}

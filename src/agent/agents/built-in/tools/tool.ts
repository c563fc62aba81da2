import { z } from 'zod';
import type { AssistantPart, ShownFile, ToolDefinition } from '../../../../model/language-model.ts';
import { withNearTypes } from './near-type.ts';

export type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** A tool as the turn loop sees it: what the model is told, and a call that answers with text whatever happens. */
export interface AgentTool {
  readonly definition: ToolDefinition;
  /** Whether a call may change the tree; after any other call the tree is as it was. */
  readonly changesTree: boolean;
  /** One line for the event log, such as `read guides/retries.mdx 1-80`. `input` is as the model sent it. */
  describe(input: unknown): string;
  /**
   * Bad input is an outcome. What `run` of the tool throws comes through; the loop makes a result of it. `room` are the
   * characters that its answer may have: a tool that pages keeps to it, the loop cuts the answers of others.
   */
  call(input: unknown, signal: AbortSignal, room?: number): Promise<ToolOutcome>;
}

/** A finish that came too early is right once the other calls are mended; any other failure repeats itself. */
export type ToolOutcome = ToolAnswer &
  ({ readonly failed?: false } | { readonly failed: true; readonly why?: 'early-finish' });

export interface ToolAnswer {
  readonly text: string;
  /** Kept with the result in the transcript, so that a resumed run knows it again. */
  readonly record?: Record<string, unknown>;
  readonly effect?: ToolEffect;
  /** For a model that sees its media type. */
  readonly shown?: ShownFile;
}

/** What a call means beyond its answer to the model. */
type ToolEffect =
  | {
      readonly kind: 'finish';
      readonly title: string;
      readonly summary: string;
      /** Why no file has changed. */
      readonly noChange?: 'answered' | 'not_needed' | 'not_possible';
    }
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'plan'; readonly items: readonly PlanItem[] };

export interface PlanItem {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'done';
}

/**
 * Thrown by a tool that will not do what it was asked. The sentence is for the model: what is wrong and what to do
 * instead.
 */
export class ToolRefusal extends Error {
  override name = 'ToolRefusal';
  /** Kept with the result, as of any answer. */
  record?: Record<string, unknown>;
}

export function defineTool<Input>(tool: {
  name: string;
  description: string;
  changesTree?: true;
  input: z.ZodType<Input>;
  describe(input: Input): string;
  run(input: Input, signal: AbortSignal, room: number): Promise<ToolOutcome>;
}): AgentTool {
  const schema = z.toJSONSchema(tool.input, { io: 'input' });
  const inputSchema = withoutNoise(schema) as Record<string, unknown>;
  const read = (input: unknown) => {
    const { near, notes } = withNearTypes(input, inputSchema);
    return { parsed: tool.input.safeParse(near), notes };
  };
  return {
    definition: { name: tool.name, description: tool.description, inputSchema },
    changesTree: tool.changesTree ?? false,
    describe(input) {
      const { parsed } = read(input);
      return oneLine(parsed.success ? `${tool.name} ${tool.describe(parsed.data)}` : `${tool.name} with bad arguments`);
    },
    async call(input, signal, room = Number.POSITIVE_INFINITY) {
      const { parsed, notes } = read(input);
      if (parsed.success) {
        const outcome = await tool.run(parsed.data, signal, room);
        return notes.length === 0 ? outcome : { ...outcome, text: [outcome.text, ...notes].join('\n') };
      }
      const fields = Object.keys(inputSchema['properties'] ?? {}).join(', ');
      const faults = z.prettifyError(parsed.error);
      return { failed: true, text: `Invalid arguments for ${tool.name}, which takes ${fields}:\n${faults}` };
    },
  };
}

/** The schema without what tells a model nothing, since it is sent with every call: what is wrong is said when it is. */
function withoutNoise(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNoise);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !noise.has(key) && value !== Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutNoise(value)]));
}

const noise = new Set(['$schema', 'minLength', 'maxLength', 'minItems']);

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

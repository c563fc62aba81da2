import { z } from '@hono/zod-openapi';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Agent } from '../agent/agent.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { Project } from '../contract/project.ts';
import type { Scope } from '../contract/scope.ts';
import type { Guide } from '../guide/read-guide.ts';
import type { Principal } from '../http/authenticator.ts';
import { InvalidRequest } from '../http/errors.ts';
import { faultsOf } from '../http/schema-faults.ts';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import { cut, toAnswer, type Part } from './answer.ts';
import { describedSchema } from './described-schema.ts';

/** What the tools translate to. */
export interface Features {
  readonly agent: Pick<Agent, 'acceptJob' | 'messageJob' | 'jobs' | 'events' | 'costOf' | 'documents'>;
  readonly analytics: Pick<Analytics, 'beginRead'>;
}

/** Who calls, about which project. */
export interface Caller extends Features {
  readonly principal: Principal;
  readonly project: Project;
  readonly guide: () => Promise<Guide>;
  /** Whether the key is still valid, and may do this. */
  mayStill(scope: Scope): Promise<boolean>;
  /** Aborts when the caller goes away or the server drains. */
  readonly gone: AbortSignal;
  /** Logs what no caller is told. */
  onFault(fault: unknown): void;
}

export interface Call extends Caller {
  /** Tells a client that wants to know how far a long call is. */
  progress(step: number, message: string): Promise<void>;
}

export interface McpTool {
  readonly name: string;
  readonly scope: Scope;
  register(server: McpServer, caller: Caller): void;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly scope: Scope;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Where the tool changes something: whether the change may overwrite or remove. Otherwise it only reads. */
  readonly destroys?: (project: Project) => boolean;
  /** Whether it reaches beyond this server, such as to a code host or a model. */
  readonly isOpenWorld?: true;
  /** Characters of a text at most; longer ones are cut. */
  readonly longestText?: number;
  readonly run: (input: z.output<Input>, call: Call) => Promise<Part<z.input<Output>>>;
}

/** A tool that is registered for callers who have its scope, and whose errors say what to do. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): McpTool {
  const { name, title, scope, description, input, output, destroys, isOpenWorld, longestText, run } = definition;
  const schemas = {
    inputSchema: describedSchema(input),
    outputSchema: describedSchema(z.object({ notice: z.string(), ...output.shape })),
  };
  return {
    name,
    scope,
    register(server, caller) {
      const annotations = {
        readOnlyHint: destroys === undefined,
        destructiveHint: destroys?.(caller.project) === true,
        openWorldHint: isOpenWorld === true,
      };
      const config = { title, description, ...schemas, annotations };
      server.registerTool(name, config, async (values, context) => {
        try {
          const parsed = input.safeParse(values);
          if (!parsed.success) throw new InvalidRequest(faultsOf(parsed.error, { input: values, part: 'input' }));
          const { most, build } = await run(parsed.data, callOf(caller, context));
          // Parsed, which leaves out what the output does not have.
          return toAnswer({ most, build: (count) => output.parse(build(count)) }, longestText);
        } catch (error) {
          return refusal(error, caller);
        }
      });
    },
  };
}

function callOf(caller: Caller, { mcpReq }: ServerContext): Call {
  const { progressToken } = mcpReq._meta ?? {};
  return {
    ...caller,
    gone: AbortSignal.any([caller.gone, mcpReq.signal]),
    async progress(step, message) {
      if (progressToken === undefined) return;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: step, message } });
    },
  };
}

function refusal(error: unknown, caller: Caller): CallToolResult {
  if (!(error instanceof AppError) || error.facts.status >= 500) caller.onFault(error);
  const text =
    error instanceof AppError
      ? `${cut(error.message)} ${remedyAt('mcp', error.facts)}`
      : 'An unexpected error occurred. Report it with the time to whoever runs this server.';
  return { isError: true, content: [{ type: 'text', text }] };
}

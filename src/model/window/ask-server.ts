import { z } from 'zod';
import { duration } from '../../kernel/clock.ts';
import { trimEndOf } from '../../kernel/trim-characters.ts';
import type { ProviderAccess } from '../models-config.ts';

/** A model of a server that speaks the protocol of OpenAI, and perhaps a tongue of its own beside it. */
export interface ServedModel {
  readonly access: ProviderAccess;
  /** Ends in `/v1` or in what the server has in its place. */
  readonly baseUrl: string;
  readonly model: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** A model that is not in memory is loaded first, which may take as long as its first token may. */
  readonly loadMilliseconds: number;
}

/** For an answer out of memory, and its bytes: lists of gateways hold some hundred models. */
const patience = 5 * duration.second;
const longestAnswer = 8 * 1024 * 1024;

/**
 * The context window that a server says it gives the model, in tokens; undefined when it tells nothing. Each question is
 * one that some server answers truthfully: what it serves with, not what the model was trained for.
 */
export async function askServer(served: ServedModel): Promise<number | undefined> {
  for (const question of [listOfModels, ollama, llamaCpp, lmStudio]) {
    const tokens = await question(served);
    if (tokens !== undefined) return tokens;
  }
  return undefined;
}

const tokens = z.int().min(1).max(1_000_000_000);
const reportedTokens = tokens.optional().catch(undefined);

/** The first that is there counts: vLLM and SGLang; llama.cpp; then gateways and hosted models. */
const listedModel = z.object({
  id: z.string(),
  max_model_len: reportedTokens,
  meta: z.object({ n_ctx: reportedTokens }).optional().catch(undefined),
  context_length: reportedTokens,
  context_window: reportedTokens,
  max_context_length: reportedTokens,
  max_input_tokens: reportedTokens,
});
const modelList = z.object({ data: z.array(listedModel.nullable().catch(null)) });

async function listOfModels(served: ServedModel): Promise<number | undefined> {
  const { data } = modelList.safeParse(await ask(served, `${served.baseUrl}/models`));
  const entry = data?.data.find((listed) => listed?.id === served.model);
  return (
    entry?.max_model_len ??
    entry?.meta?.n_ctx ??
    entry?.context_length ??
    entry?.context_window ??
    entry?.max_context_length ??
    entry?.max_input_tokens
  );
}

const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: reportedTokens }).nullable().catch(null)),
});
const shown = z.object({ parameters: z.string().catch(''), model_info: z.record(z.string(), z.unknown()) });

/**
 * Ollama gives a model what its own settings and the memory allow, and cuts off what is longer without a word, so that
 * only the window of the loaded model counts. Versions that do not tell it at least name the parameter of the model.
 */
async function ollama(served: ServedModel): Promise<number | undefined> {
  const { model } = served;
  const description = shown.safeParse(await ask(served, `${rootOf(served)}/api/show`, { body: { model } })).data;
  if (description === undefined) return undefined;
  const loaded = (await windowInMemory(served)) ?? (await load(served));
  if (loaded !== undefined) return loaded;
  return reportedTokens.parse(Number(/^num_ctx\s+(\d+)\s*$/m.exec(description.parameters)?.[1]));
}

async function load(served: ServedModel): Promise<number | undefined> {
  const { model, loadMilliseconds } = served;
  const body = { model, stream: false };
  await ask(served, `${rootOf(served)}/api/generate`, { body, milliseconds: loadMilliseconds });
  return windowInMemory(served);
}

async function windowInMemory(served: ServedModel): Promise<number | undefined> {
  const { data } = running.safeParse(await ask(served, `${rootOf(served)}/api/ps`));
  const names = [served.model, `${served.model}:latest`];
  return data?.models.find((entry) => entry !== null && names.includes(entry.name))?.context_length;
}

const properties = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) });

async function llamaCpp(served: ServedModel): Promise<number | undefined> {
  const address = `${rootOf(served)}/props?model=${encodeURIComponent(served.model)}`;
  return properties.safeParse(await ask(served, address)).data?.default_generation_settings.n_ctx;
}

const lmStudioModel = z.object({ loaded_context_length: tokens });

async function lmStudio(served: ServedModel): Promise<number | undefined> {
  const address = `${rootOf(served)}/api/v0/models/${encodeURIComponent(served.model)}`;
  return lmStudioModel.safeParse(await ask(served, address)).data?.loaded_context_length;
}

function rootOf({ baseUrl }: ServedModel): string {
  return trimEndOf(baseUrl, '/').replace(/\/v1$/, '');
}

/** The JSON of the answer; undefined for whatever else comes, or nothing. Goes nowhere that the server leads to. */
async function ask(
  { access, fetch, signal }: ServedModel,
  address: string,
  { body, milliseconds = patience }: { body?: object; milliseconds?: number } = {},
): Promise<unknown> {
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access.apiKey !== undefined && { authorization: `Bearer ${access.apiKey}`, 'x-api-key': access.apiKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]),
    });
    const text = await readText(response);
    return response.ok && text !== undefined ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > longestAnswer) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PricesInvalid } from './errors.ts';
import type { LanguageModel, ModelUsage } from './language-model.ts';

const amount = z.number().min(0).max(1_000_000);
/** In dollars per million tokens. */
const modelPriceSchema = z.strictObject({
  input: amount,
  output: amount,
  /** Of input that the provider served from its cache; as other input where it is left out. */
  cachedInput: amount.optional(),
  /** Of input that the provider put into its cache. */
  cacheWrite: amount.optional(),
});
const priceTableSchema = z.strictObject({
  asOf: z.string().optional(),
  sources: z.array(z.string()).optional(),
  /** By `provider/name`; a `*` at the end stands for the rest of the name, and the longest that fits is taken. */
  models: z.record(z.string().min(1).max(300), modelPriceSchema),
});

export type ModelPrice = z.infer<typeof modelPriceSchema>;

/** What models cost; undefined where nobody said. */
export type PriceOf = (model: string) => ModelPrice | undefined;

const shipped = join(import.meta.dirname, 'prices.json');

/** The table that ships with the product, and the operator's file before it. Throws `PricesInvalid`. */
export function loadPrices(file: string | undefined): PriceOf {
  const tables = [...(file === undefined ? [] : [file]), shipped].map(readTable);
  return (model) => {
    for (const { models } of tables) {
      const best = Object.keys(models)
        .filter((name) => fits(name, model))
        .sort((a, b) => b.length - a.length)[0];
      if (best !== undefined) return models[best];
    }
    return undefined;
  };
}

/** In millionths of a dollar, which is what one token costs at a dollar for a million. */
export function costOf(price: ModelPrice, usage: ModelUsage): number {
  const { input, output, cachedInput = input, cacheWrite = input } = price;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteInputTokens = 0 } = usage;
  const plain = Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens);
  return Math.round(
    plain * input + cachedInputTokens * cachedInput + cacheWriteInputTokens * cacheWrite + outputTokens * output,
  );
}

/** A model that says of every answer what it cost. */
export function withPrice(model: LanguageModel, price: ModelPrice | undefined): LanguageModel {
  if (price === undefined) return model;
  return {
    ...model,
    isPriced: true,
    async generate(request) {
      const priced = (usage: ModelUsage) => ({ ...usage, cost: costOf(price, usage) });
      const turn = await model.generate({ ...request, onLost: (usage) => request.onLost?.(priced(usage)) });
      return { ...turn, usage: priced(turn.usage) };
    },
  };
}

function fits(name: string, model: string): boolean {
  return name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : model === name;
}

function readTable(file: string): z.infer<typeof priceTableSchema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new PricesInvalid(file, (error as NodeJS.ErrnoException).code ?? 'it is not JSON.');
  }
  const parsed = priceTableSchema.safeParse(json);
  if (!parsed.success) throw new PricesInvalid(file, z.prettifyError(parsed.error));
  return parsed.data;
}

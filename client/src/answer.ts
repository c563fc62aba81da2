import { toDocwrightError } from './errors.ts';

/** What a successful answer holds; throws `DocwrightError` for every other. */
export async function answer<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  throw toDocwrightError(response, error);
}

/** Waits for a success that has nothing to tell; throws `DocwrightError` for every other answer. */
export async function done(call: Promise<{ error?: unknown; response: Response }>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw toDocwrightError(response, error);
}

/** Only the properties that have a value, as optional properties may not be undefined. */
export function given<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };
}

import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** The fixture and what it imports as one script. */
export async function bundleFixture(fixture: string, format: 'esm' | 'iife', file?: string): Promise<string> {
  const build = await rolldown({ input: fixtures + fixture });
  const { output } = await (file ? build.write({ format, file }) : build.generate({ format }));
  await build.close();
  return output[0].code;
}

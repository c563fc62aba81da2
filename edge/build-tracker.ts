import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Where the built script is kept: in the repository, so that a clone serves it without a build step. */
export const trackerFile = fileURLToPath(new URL('t.js', import.meta.url));

/** The tracker as one minified classic script. The same source and rolldown version give the same bytes. */
export async function buildTracker(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('src/tracker/tracker.ts', import.meta.url)),
    transform: { target: 'es2020' },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  return output[0].code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(trackerFile, await buildTracker());

import { blank } from '../page/mask-syntax.ts';
import type { Place } from '../page/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import { createTextPlaces, type TextPlaces } from '../site/text-places.ts';

/** Finds where a value stands among the files that make up the settings of a site. */
export interface SettingsPlaces {
  next(value: string): Place & { readonly path: string };
}

const isModule = /\.[cm]?[jt]sx?$/u;
/** A line of a module of which nothing is read. */
const comment = /^[ \t]*\/\/.*$/gmu;

/** `paths`: the main file first; it is named when a value is found in none. */
export async function createSettingsPlaces(files: FileIndex, paths: readonly string[]): Promise<() => SettingsPlaces> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: (await files.readText(path)) ?? '' })));
  return () => {
    const places = texts.map(({ path, text }): { path: string; text: string; places: TextPlaces } => ({
      path,
      text,
      places: createTextPlaces(isModule.test(path) ? text.replace(comment, blank) : text),
    }));
    return {
      next(value) {
        for (const { path, text, places: inText } of places) {
          if (!text.includes(value)) continue;
          const place = inText.next(value);
          if (place.line > 1 || text.startsWith(value)) return { path, ...place };
        }
        return { path: paths[0] ?? '', line: 1, column: 1 };
      },
    };
  };
}

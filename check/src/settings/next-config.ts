import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, joinPath } from '../site/paths.ts';
import { createRedirect } from '../site/redirects.ts';
import type { Redirect } from '../site/site.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { CallValue } from './evaluated-values.ts';
import { loadModule } from './load-module.ts';
import { listOf, recordOf, textOf } from './narrow.ts';

/** What `next.config.*` says about addresses. https://nextjs.org/docs/app/api-reference/config/next-config-js/redirects */
export interface NextConfig {
  /** Undefined when the site has no such file. */
  readonly path: string | undefined;
  readonly redirects: readonly Redirect[];
  /** Addresses that something else answers than the page of that name, at least for some requests. */
  readonly rewrites: readonly Redirect[];
  /** True unless the settings say, or may say, otherwise. https://nextjs.org/docs/app/api-reference/config/next-config-js/trailingSlash */
  readonly slashless: boolean;
}

/** Reads the file in `root`. What depends on more than literals is left out. */
export async function readNextConfig(files: FileIndex, root: string): Promise<NextConfig> {
  const path = files.paths.find(
    (candidate) =>
      joinPath(root, fileNameOf(candidate)) === candidate && /(?:^|\/)next\.config\.[cm]?[jt]s$/u.test(candidate),
  );
  if (path === undefined) return { path, redirects: [], rewrites: [], slashless: false };
  const { redirects, rewrites } = settingsIn((await loadModule(files, path))?.default);
  const text = (await files.readText(path)) ?? '';
  const places = createTextPlaces(text);
  const read = (rules: unknown): Redirect[] =>
    listOf(rules).flatMap((rule) => {
      const { source, destination } = recordOf(rule);
      const [from, to] = [textOf(source), textOf(destination)];
      return from === undefined || to === undefined ? [] : [createRedirect(path, places.next(from), from, to)];
    });
  const { beforeFiles, afterFiles, fallback } = recordOf(rewrites);
  const conditional = listOf(redirects).filter((rule) => ['has', 'missing'].some((key) => key in recordOf(rule)));
  return {
    path,
    redirects: read(listOf(redirects).filter((rule) => !conditional.includes(rule))),
    slashless: !text.includes('trailingSlash'),
    rewrites: [conditional, rewrites, beforeFiles, afterFiles, fallback].flatMap(read),
  };
}

/** Plugins wrap the settings: `nextra({ ... })({ ... })`, `createMDX()(config)`. */
function settingsIn(value: unknown): Readonly<Record<string, unknown>> {
  return value instanceof CallValue ? settingsIn(value.args.at(0)) : recordOf(value);
}

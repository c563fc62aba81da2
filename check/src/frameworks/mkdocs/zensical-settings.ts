import { recordOf } from '../../settings/narrow.ts';

/** What is on where the settings name no extension at all. https://zensical.org/docs/setup/extensions/ */
const extensionsByDefault: Readonly<Record<string, unknown>> = Object.fromEntries(
  ['abbr', 'admonition', 'attr_list', 'def_list', 'footnotes', 'md_in_html', 'toc']
    .concat(['details', 'superfences', 'tabbed'].map((name) => `pymdownx.${name}`))
    .map((name) => [name, {}]),
);
/** Packages of extensions, of which a table of TOML holds those that YAML names as `pymdownx.blocks.tab`. */
const packages = /^(?:pymdownx(?:\.blocks)?|(?:zensical|markdown|material)(?:\.extensions)?|neoteroi)$/u;

/** The settings of `zensical.toml` as `mkdocs.yml` has them; undefined where it has none. https://zensical.org/docs/setup/basics/ */
export function asWrittenForMkdocs(value: unknown): Record<string, unknown> | undefined {
  const settings = recordOf(value)['project'];
  if (typeof settings !== 'object' || settings === null) return undefined;
  const { markdown_extensions: extensions, ...others } = recordOf(settings);
  const named = extensions === undefined ? extensionsByDefault : Object.fromEntries(inPackages(recordOf(extensions)));
  // Its own theme keeps its files where Material for MkDocs does.
  return { theme: 'material', ...others, markdown_extensions: Array.isArray(extensions) ? extensions : named };
}

function inPackages(extensions: Readonly<Record<string, unknown>>): [name: string, options: unknown][] {
  return Object.entries(extensions).flatMap(([name, options]) =>
    packages.test(name)
      ? inPackages(Object.fromEntries(Object.entries(recordOf(options)).map(([own, one]) => [`${name}.${own}`, one])))
      : [[name, options]],
  );
}

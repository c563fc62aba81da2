/** A framework's own build or validator, as `--with-build` runs it and reads what it prints. */
export interface KnownBuild {
  readonly name: string;
  /** The settings file of a site; the build runs in `root`, which is that of the site. */
  readonly settings: RegExp;
  /** Where it is installed, from the folder of the site or one above it; the first that is there is run. */
  readonly programs: readonly string[];
  /** What follows the program. What it makes goes to /tmp, where nothing outlives the sandbox. */
  readonly arguments: string;
  /** A line that says what the lines after it are about: `path` of a page, or its `route`. */
  readonly head?: RegExp;
  /** Lines that tell of something wrong, with what is known of `path`, `line`, `column` and the `address`. */
  readonly says: readonly RegExp[];
}

const python = ['.venv/bin/python', 'venv/bin/python'];

export const knownBuilds: readonly KnownBuild[] = [
  {
    name: 'vitepress',
    settings: /^(?<root>(?:.*\/)?)\.vitepress\/config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/vitepress'],
    arguments: 'build . --outDir /tmp/built',
    says: [
      /^\(!\) Found dead link (?<address>\S+) in file (?<path>.+)$/u,
      /^\[[^\]]*\] (?:\[plugin [^\]]*\] )?(?<path>\S+\.md) \((?<line>\d+):(?<column>\d+)\): (?<what>.+)$/u,
      /^(?<what>(?:Could not resolve|.*failed to resolve import) "(?<address>[^"]+)" from "(?<path>[^"]+)".*)$/iu,
    ],
  },
  {
    name: 'docusaurus',
    settings: /^(?<root>(?:.*\/)?)docusaurus\.config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/docusaurus'],
    arguments: 'build --no-minify --out-dir /tmp/built',
    head: /^\s*- Broken (?:link|anchor) on source page path = (?<route>\S+?):$/u,
    says: [
      /^\s*-> linking to (?<address>\S+)(?: \(resolved as: .*\))?$/u,
      /Markdown (?:link|image) with URL `(?<address>[^`]+)` in source file "(?<path>[^"]+)"(?: \((?<line>\d+):(?<column>\d+)\))? (?<what>couldn't be resolved)/u,
      /(?<what>MDX compilation failed) for file "(?<path>[^"]+)"/u,
    ],
  },
  {
    name: 'mkdocs',
    settings: /^(?<root>(?:.*\/)?)mkdocs\.ya?ml$/u,
    programs: python,
    arguments: '-m mkdocs build --site-dir /tmp/built',
    says: [
      /^(?:INFO|WARNING|ERROR)\s+-\s+(?:\[[\d:]+\] )?(?<what>Doc file '(?<path>[^']+)' contains (?:a|an \w+) link '(?<address>[^']+)', .+)$/u,
      /^(?:WARNING|ERROR)\s+-\s+(?:\[[\d:]+\] )?(?<what>A (?:reference|relative path) to '(?<address>[^']+)' is included in the 'nav' configuration, .+)$/u,
    ],
  },
  {
    name: 'starlight',
    settings: /^(?<root>(?:.*\/)?)astro\.config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/astro'],
    arguments: 'build --outDir /tmp/built',
    head: /^▶ (?<route>\S+)$/u,
    says: [/^\s*[├└]─ (?<address>.+?) - (?<what>(?:invalid|inconsistent|disallowed|relative) .+)$/u],
  },
  {
    name: 'sphinx',
    settings: /^(?<root>(?:.*\/)?)conf\.py$/u,
    programs: python,
    arguments: '-m sphinx -b html -n --keep-going . /tmp/built',
    says: [/^(?<path>\/workspace\/[^:]+?)(?::(?<line>\d+))?: (?:WARNING|ERROR): (?<what>.+)$/u],
  },
  {
    name: 'mintlify',
    settings: /^(?<root>(?:.*\/)?)(?:docs|mint)\.json$/u,
    programs: ['node_modules/.bin/mint', 'node_modules/.bin/mintlify'],
    arguments: 'broken-links',
    head: /^(?<path>\S+\.mdx?)$/u,
    says: [/^\s*[⎿└]\s+(?<address>\S+)$/u],
  },
];

import { trimEndOf } from '../../kernel/trim-characters.ts';

/**
 * How a change is compared that may touch only a part: navigation, redirects and titles in settings, what is no script in
 * markup, redirects of single pages in their list. A `list-module` holds nothing but navigation or redirects.
 */
export type DataForm = 'module' | 'list-module' | 'json' | 'toml' | 'yaml' | 'markup' | 'redirects';

/** What an agent may do with a kind of files, and why. */
export interface FileRule {
  /** For people; `*` stands for any text. */
  readonly files: string;
  /** Completes a sentence about the path. */
  readonly reason: string;
  /** `never`: no setting of a project opens it. `named` and `unlisted`: the project has to name it. */
  readonly change: 'never' | 'named' | 'unlisted' | 'writable' | DataForm;
  /** What holds secrets, or tells where they come from, is not even shown. */
  readonly isHidden: boolean;
}

interface Row extends FileRule {
  readonly pattern: RegExp;
}

/** Endings of files that JavaScript runs. */
const script = String.raw`\.[cm]?[jt]sx?$`;
/** Names that data have when documentation is made of them, wherever they lie. */
const dataNames = String.raw`(docs|mint|_?meta|_category_|toc|nav|_?navigation|_?navbar|_?sidebars?|menus?|versions?|glossary|authors|tags)|([^/]*[._-])?(openapi|swagger|asyncapi)([._-][^/]*)?|\.nav`;
/** Folders that hold data, not a program or a site. */
const dataFolders = String.raw`_?data|i18n|l10n|locales?|langs?|languages?|translations?|messages|openapi|swagger|asyncapi|specs?|schemas?|(api-)?references?|api-(docs|specs?)|_?snippets?|_?includes?|_?partials?|attachments|assets|images?|img|media|diagrams?|releases`;
const exampleFolders = String.raw`_?snippets?|_?includes?|_?partials?|examples?|(code[-_])?samples?|code[-_](examples|snippets)|docs_src`;
const documentFolders = String.raw`docs?|documentation|content|manual|guides?|help|${dataFolders}|${exampleFolders}`;
const programEndings = String.raw`[cm]?[jt]sx?|astro|c|cc|clj|cpp|cs|cxx|dart|elm?|erl|exs?|fs|go|groovy|hh?|hpp|hs|java|jl|kts?|lua|mm?|php|pl|py|pyi|r|rb|rs|scala|scss|sql|svelte|swift|tf|vb|vue|zig`;

const runByBuild = "the site's build runs it";
const settingsOfBuild = `${runByBuild}, so only navigation, redirects and titles may change in it, where they stand as plain values`;
const markup = "readers' browsers run its scripts, so no script, frame or handler may come into it";

/**
 * Asked in this order; a file that no row names may not be changed. Patterns are compared without regard to case, as some
 * file systems do. The guide shows the table (`npm run generate`).
 */
const rows: readonly Row[] = [
  row(
    '`.git`, `.hg`, `.svn`',
    String.raw`(^|/)(\.git|git~\d+|\.hg|\.svn)(/|$)`,
    'it belongs to version control',
    'never',
    true,
  ),
  row(
    '`.gitmodules`, `.gitattributes`, `.gitconfig`, `.mailmap`',
    String.raw`(^|/)\.(gitmodules|gitattributes|gitconfig|mailmap)$`,
    "it changes git's behaviour",
    'never',
    true,
  ),
  row(
    '`.env*`, `.npmrc`, `.netrc`, keys, folders such as `.ssh` and `.aws`',
    String.raw`(^|/)\.(env(\..*)?|envrc|npmrc|yarnrc(\.yml)?|netrc|pypirc|git-credentials)$|(^|/)\.(ssh|gnupg|aws|azure|kube|docker)(/|$)|\.(pem|key|p12|pfx|keystore|jks)$`,
    'it may contain secrets',
    'never',
    true,
  ),
  row(
    'settings of CI, such as `.github/workflows`, `.gitlab-ci.yml` and `Jenkinsfile`',
    String.raw`(^|/)\.(github|gitea|forgejo)/(workflows|actions)(/|$)|(^|/)\.(circleci|buildkite|gitlab|woodpecker|husky|githooks|jenkins|tekton|semaphore|azuredevops)(/|$)|(^|/)(\.gitlab-ci|\.travis|\.drone|\.woodpecker|\.pre-commit-config|\.?lefthook|\.?azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|\.?readthedocs|renovate|dependabot|\.cirrus|buildspec|action)\.(ya?ml|json5?)$|(^|/)jenkinsfile$`,
    'it runs code in CI',
    'named',
    true,
  ),
  row(
    '`AGENTS.md`, `CLAUDE.md`, `SKILL.md`, `*.instructions.md`, `*.prompt.md` and their like',
    String.raw`(^|/)(agents|agent|claude|gemini|codex|qwen|warp|skill|copilot-instructions)(\.[\w-]+)?\.md$|\.(instructions|prompt|chatmode|agent)\.md$|^\.docwright(/|$)`,
    'it instructs agents',
    'named',
  ),
  row(
    'requirements, `robots.txt`, `ads.txt`, `security.txt`, `CMakeLists.txt`',
    String.raw`(^|/)((.*[-_.])?(requirements|constraints)([-_.].*)?|requirements/.*|robots|(app-)?ads|security|cmakelists|modules|apt|packages|runtime|dependencies)\.txt$`,
    'it is obeyed by a program',
    'named',
  ),

  row(
    '`_meta.js`, `sidebars.ts`, `redirects.js`',
    String.raw`(^|/)(_meta|(.*[._-])?(sidebars?|navigation|navbar|redirects))${script}`,
    settingsOfBuild,
    'list-module',
  ),
  row(
    '`*.config.js`, `.vitepress/config.ts` and their like',
    String.raw`(^|/)([^/]*\.config|\.eleventy|gatsby-(node|browser|ssr)|\.vitepress/config|\.vitepress/(config|theme)/.*)${script}`,
    settingsOfBuild,
    'module',
  ),
  row(
    '`vercel.json`, `firebase.json`, `staticwebapp.config.json` and their like',
    String.raw`(^|/)(vercel|now|firebase|amplify|hugo|book|wrangler|staticwebapp\.config)\.json$`,
    settingsOfBuild,
    'json',
  ),
  row(
    '`netlify.toml`, `hugo.toml`, `book.toml` and their like',
    String.raw`(^|/)((netlify|wrangler|book|hugo|zensical)|config/_default/[^/]+)\.toml$`,
    settingsOfBuild,
    'toml',
  ),
  row(
    '`mkdocs.yml`, `_config.yml`, `_quarto.yml` and their like',
    String.raw`(^|/)(mkdocs(\..*)?|_config(\..*)?|hugo|amplify|render|_quarto|myst|[^/]*antora-playbook|config/_default/[^/]+)\.ya?ml$`,
    settingsOfBuild,
    'yaml',
  ),
  row(
    '`_redirects`, `redirects.json`, `redirects.yml`',
    String.raw`(^|/)(_redirects|redirects\.(json|ya?ml))$`,
    'a host obeys it, so only redirects of single pages within the site may come into it',
    'redirects',
  ),

  row(
    'other names that start with a dot',
    String.raw`(^|/)\.(?!(nav\.ya?ml|pages|order)$|github/[^/.]+\.md$)[^/]`,
    'it is a setting of a program, an editor or a host',
    'named',
  ),
  row(
    '`*.config.*`, `package.json`, `tsconfig.json`, `compose.yaml`, lock files and other settings of programs',
    String.raw`(^|/)([^/]*\.config(\.[^/]+)?|package|npm-shrinkwrap|composer|bower|deno|lerna|nx|turbo|angular|[tj]sconfig(\.[^/]+)?|mcp|opencode|local\.settings|launch|serverless|wrangler|vercel|_routes|firebase|netlify|pnpm-workspace|(docker-)?compose(\.[^/]+)?|taskfile|chart|kustomization|([^/]*[-.])?lock|pyproject|cargo|pipfile|uv|pixi|pdm|hatch|mise|bunfig|fly|pom|[^/]*11tydata)\.(jsonc?|json5|ya?ml|toml|xml)$|(^|/)((app|environment)\.ya?ml|(build|web)\.xml)$`,
    'it is a setting of a program or a host',
    'named',
  ),
  row(
    'programs that a build finds by name, such as `conf.py`, `*.data.ts`, `middleware.ts`, or in `scripts`, `plugins`, `functions`, `theme`',
    String.raw`(^|/)((conf|hooks|main|gen_(ref_)?(pages|nav)|conftest|setup|noxfile|tasks|fabfile|dodo|manage|(site|user)customize)\.py|(_worker|middleware|vercel|(gulp|grunt)file|[^/]+\.(data|11ty|11tydata))${script}|pages/_(app|document|error)${script})$|(^|/)_data/.*${script}|(^|/)(scripts|plugins|_plugins|hooks|ext|extensions|_ext|_extensions|netlify|themes?|overrides|_?layouts|_?templates?)/.*\.(${programEndings}|html?)$|^(api|functions)/.*\.(${programEndings})$`,
    runByBuild,
    'named',
  ),

  row(
    'Markdown, MDX, reStructuredText, AsciiDoc, Org, DITA, notebooks: `*.md`, `*.mdx`, `*.rst`, `*.adoc`, `*.ipynb`, …',
    ending('md|mdx|markdown|mdown|mdoc|qmd|rmd|livemd|ipynb|rst|rest|adoc|asciidoc|asc|org|textile|dita|ditamap|dbk'),
    'it is a page that readers see',
    'writable',
  ),
  row(
    '`README`, `LICENSE`, `CHANGELOG`, … with no ending or `.txt`; `llms.txt`',
    String.raw`(^|/)(readme|licen[cs]e|changelog|changes|history|news|authors|contributors|contributing|notice|copying|install|todo|security|code_of_conduct|llms(-full)?|humans)(\.txt)?$`,
    'it is a page that readers see',
    'writable',
  ),
  row(
    'text in a folder of documentation: `*.txt`, `*.graphql`, `*.proto`, `*.css`, …',
    below(
      documentFolders,
      'txt|text|inc|graphqls?|gql|proto|raml|apib|smithy|tsp|avsc|css|properties|strings|diff|patch|http|console',
    ),
    'documentation shows it',
    'writable',
  ),
  row(
    'HTML and XML in a folder of documentation: `*.html`, `*.xml`',
    below(documentFolders, 'html?|xml|wsdl|xsd'),
    markup,
    'markup',
  ),
  row('drawings: `*.svg`', ending('svg'), markup, 'markup'),
  row(
    'pictures, films and fonts: `*.png`, `*.jpg`, `*.webp`, `*.mp4`, `*.pdf`, `*.woff2`, …',
    ending(
      'png|jpe?g|gif|webp|avif|ico|bmp|tiff?|apng|heic|mp4|m4v|webm|mov|mp3|m4a|ogg|ogv|wav|pdf|woff2?|ttf|otf|eot|cast',
    ),
    'readers see or hear it',
    'writable',
  ),
  row(
    'diagrams as text: `*.mmd`, `*.puml`, `*.drawio`, `*.dot`, `*.d2`, …',
    ending('mmd|mermaid|puml|plantuml|pu|iuml|drawio|dio|excalidraw|dot|gv|d2|bpmn|dbml|vtt|srt'),
    'it is a picture as text',
    'writable',
  ),
  row(
    'tables and translations: `*.csv`, `*.tsv`, `*.po`, `*.xliff`, `*.ftl`, `*.bib`, …',
    ending('csv|tsv|pot?|xliff|xlf|ftl|arb|resx|bib|jsonl|ndjson'),
    'it is data that documentation shows',
    'writable',
  ),
  row(
    'navigation and descriptions of an API, by name: `docs.json`, `_meta.json`, `toc.yml`, `nav.yml`, `openapi.yaml`, …',
    String.raw`(^|/)((${dataNames})\.(jsonc?|ya?ml|toml)|\.(pages|order))$`,
    'it is data that documentation shows',
    'writable',
  ),
  row(
    'JSON, YAML and TOML in a folder of data: `data`, `i18n`, `locales`, `openapi`, `schemas`, `snippets`, `assets`, …',
    below(dataFolders, 'jsonc?|json5|ya?ml|toml'),
    'it is data that documentation shows',
    'writable',
  ),
  row(
    'code in a folder of examples: `examples`, `samples`, `snippets`, `_includes`, `docs_src`',
    below(exampleFolders, programEndings),
    'it is an example that readers see',
    'writable',
  ),
];

const otherKind: FileRule = {
  files: 'every other file, such as code, build scripts, `CNAME` and `_headers`',
  reason: 'it is not of a kind that is documentation, a picture or data',
  change: 'unlisted',
  isHidden: false,
};
export const oddName: FileRule = {
  files:
    'names that are invalid on Windows: with `<`, `>`, `:`, `"`, `?`, `*`, a bar or hidden characters; parts that end with a dot or space; `con`, `prn`, `aux`, `nul`, `com1`, `lpt1` and their like',
  reason:
    'its name is invalid on Windows: no part of a path may contain < > : " ? *, a bar or hidden characters, end with a dot or space, or be con, prn, aux, nul, com1 to com9 or lpt1 to lpt9, with or without an ending',
  change: 'named',
  isHidden: false,
};

/** Device names, and characters that are invalid in names, on Windows. */
const invalidOnWindows = /[<>:"|?*]|(?:^|\/)(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]) *(?:[./]|$)/iu;

/** In the order in which they are asked, for people. */
export const fileRules: readonly FileRule[] = [...rows, oddName, otherKind];

/** What a project lets an agent change. */
export interface Bounds {
  /** Paths and folders that its settings name: they open what is protected, and what lies outside the docs folder. */
  readonly allowedPaths: readonly string[];
  /** Empty for the whole repository. It counts as a folder of documentation. */
  readonly docsFolder: string;
}

/** The rule for a path (relative to the repository root, with `/`), or undefined where the project opens it. */
export function findFileRule(path: string, { allowedPaths, docsFolder }: Bounds): FileRule | undefined {
  // Windows and macOS ignore trailing dots, blanks and stream names, so `.git.` and `.git::$INDEX` are `.git`.
  const visible = path.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const asWritten = visible
    .split('/')
    .map((segment) => trimEndOf(segment.split(':', 1)[0] ?? '', '. '))
    .join('/');
  const plain = asWritten.normalize('NFKC');
  const inDocuments =
    docsFolder !== '' && plain.startsWith(`${docsFolder}/`) ? `docs${plain.slice(docsFolder.length)}` : plain;
  const found = rows.find(
    ({ pattern, change }) => pattern.test(plain) || (change !== 'named' && pattern.test(inDocuments)),
  );
  if (found?.change !== 'never' && isAllowed(path, allowedPaths)) return undefined;
  if (found !== undefined && (found.change === 'never' || found.change === 'named')) return found;
  return asWritten === path && !invalidOnWindows.test(path) ? (found ?? otherKind) : oddName;
}

/** Whether a change has to be compared to know whether it may be made. */
export function isPartly(change: FileRule['change']): change is DataForm {
  return !['never', 'named', 'unlisted', 'writable'].includes(change);
}

/** Whether the settings of the project name the path, or a folder around it. */
function isAllowed(path: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => path === entry || path.startsWith(`${entry.replace(/\/$/, '')}/`));
}

function row(files: string, pattern: string, reason: string, change: FileRule['change'], isHidden = false): Row {
  return { files, pattern: new RegExp(pattern, 'iu'), reason, change, isHidden };
}

function ending(names: string): string {
  return String.raw`[^/]\.(${names})$`;
}

function below(folders: string, endings: string): string {
  return String.raw`(^|/)(${folders})/(.*/)?[^/]+\.(${endings})$`;
}

import { trimEndOf } from '../../kernel/trim-characters.ts';

/**
 * What an agent may not change in a repository: whatever runs code on a developer's, CI or build machine, decides who
 * reviews, holds secrets, or instructs agents.
 */
export interface Protection {
  readonly reason: string;
  /** What holds secrets is not even shown. */
  readonly isHidden: boolean;
  /** Settings of a project can open it. */
  readonly canBeAllowed: boolean;
  /** How a change is told that touches navigation, redirects and words only; undefined where there is no such thing. */
  readonly data: DataForm | undefined;
}

/** `list` modules hold nothing but navigation or redirects. */
export type DataForm = 'module' | 'list-module' | 'json' | 'toml' | 'yaml';

interface Rule extends Protection {
  readonly pattern: RegExp;
}

const hidden = { isHidden: true, canBeAllowed: false };
/** Its steps often name where secrets come from. */
const unseen = { isHidden: true, canBeAllowed: true };
const shown = { isHidden: false, canBeAllowed: true };
/** Endings of files that JavaScript runs. */
const script = String.raw`\.[cm]?[jt]sx?$`;

/** Asked in this order. Patterns are compared without regard to case, as some file systems do. */
const rules: readonly Rule[] = [
  rule(String.raw`(^|/)(\.git|git~\d+|\.hg|\.svn)(/|$)`, 'it belongs to version control', hidden),
  rule(String.raw`(^|/)\.(gitmodules|gitattributes|gitconfig|mailmap)$`, "it changes git's behaviour", hidden),
  rule(
    String.raw`(^|/)\.(env(\..*)?|envrc|npmrc|yarnrc(\.yml)?|netrc|pypirc|git-credentials)$`,
    'it may contain secrets',
    hidden,
  ),
  rule(String.raw`(^|/)\.(ssh|gnupg|aws|azure|kube|docker)(/|$)`, 'it may contain secrets', hidden),
  rule(String.raw`\.(pem|key|p12|pfx|keystore|jks)$`, 'it may contain secrets', hidden),

  rule(String.raw`^\.docwright(/|$)`, 'it instructs the agent', shown),
  rule(
    String.raw`(^|/)(agents|agent|claude|gemini|codex|qwen|warp|copilot-instructions)(\.[\w-]+)?\.md$`,
    'it instructs agents',
    shown,
  ),
  rule(
    String.raw`(^|/)\.(claude|cursor|codex|gemini|windsurf|clinerules|roo|kiro|continue|opencode|agents?|junie|amazonq|trae|augment|kilocode|aider[^/]*|github/(instructions|prompts|chatmodes|agents|hooks))(/|$)`,
    'it instructs agents',
    shown,
  ),
  rule(
    String.raw`(^|/)(\.(cursorrules|windsurfrules|clinerules|rules|goosehints|roomodes)|\.?mcp\.json|opencode\.jsonc?)$`,
    'it instructs agents',
    shown,
  ),

  rule(String.raw`(^|/)\.(vscode|idea|devcontainer|zed|fleet)(/|$)`, 'an editor runs its commands', shown),
  rule(String.raw`(^|/)\.devcontainer\.json$|\.code-workspace$`, 'an editor runs its commands', shown),
  rule(
    String.raw`(^|/)(\.?mise\.toml|\.tool-versions|\.(bash|zsh|z)?(rc|_?profile)|\.bash_\w+|\.zshenv)$`,
    'a shell runs it',
    shown,
  ),

  rule(String.raw`(^|/)\.(github|gitea|forgejo)/(workflows|actions)(/|$)`, 'it runs code in CI', unseen),
  rule(
    String.raw`(^|/)\.(circleci|buildkite|gitlab|woodpecker|husky|githooks|jenkins|tekton)(/|$)`,
    'it runs code in CI',
    unseen,
  ),
  rule(
    String.raw`(^|/)(\.gitlab-ci|\.travis|\.drone|\.woodpecker|\.pre-commit-config|\.?lefthook|\.?azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|\.?readthedocs|renovate|dependabot)\.(ya?ml|json5?)$`,
    'it runs code in CI',
    unseen,
  ),
  rule(
    String.raw`(^|/)(jenkinsfile|makefile|gnumakefile|.*\.mk|dockerfile(\..*)?|containerfile|compose\.ya?ml|docker-compose\.ya?ml|justfile|taskfile\.ya?ml|rakefile|noxfile\.py|tox\.ini|setup\.(py|cfg)|.*\.(sh|bash|zsh|ps1|bat|cmd))$`,
    'it runs code',
    shown,
  ),
  rule(
    String.raw`(^|/)(\.cirrus|buildspec|action)\.ya?ml$|(^|/)\.(semaphore|azuredevops)(/|$)`,
    'it runs code in CI',
    unseen,
  ),
  rule(
    String.raw`(^|/)((docker-)?compose\.[^/]+\.ya?ml|(gulp|grunt)file\.[cm]?[jt]s|(vagrant|proc|brew|earth|tilt)file|cmakelists\.txt|(build|settings)\.gradle(\.kts)?|gradlew|mvnw|pom\.xml|build\.xml|[^/]+\.nix|(build|workspace|module)\.bazel|(tasks|fabfile|dodo|conftest|sitecustomize|usercustomize)\.py|[^/]+\.(pth|fish|ksh|command|vbs|psm1))$`,
    'it runs code',
    shown,
  ),
  rule(String.raw`(^|/)\.yarn/(releases|plugins)/|(^|/)\.pnp\.[^/]+$`, 'it contains install scripts', shown),
  rule(
    String.raw`^(_headers|.*/_headers)$|(^|/)(\.htaccess|caddyfile|nginx\.conf|web\.config)$`,
    "it controls the web server's responses",
    shown,
  ),
  rule(String.raw`(^|/)codeowners$`, 'it controls who reviews', shown),
  rule(
    String.raw`(^|/)(package\.json|deno\.jsonc?|bunfig\.toml|pyproject\.toml|gemfile|cargo\.toml)$`,
    'it contains install scripts',
    shown,
  ),
  rule(
    String.raw`(^|/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-(lock|workspace)\.yaml|\.pnpmfile\.[cm]?js|yarn\.lock|bun\.lockb?|poetry\.lock|uv\.lock|pipfile(\.lock)?|gemfile\.lock|go\.(mod|sum)|cargo\.lock|(.*[-_.])?requirements([-_.].*)?\.(txt|in)|requirements/.*\.(txt|in)|constraints\.txt|environment\.ya?ml|pip\.conf|(uv|pixi|pdm|hatch)\.toml|(pixi|pdm|deno)\.lock|composer\.(json|lock))$`,
    'it pins dependencies',
    shown,
  ),
  rule(
    String.raw`(^|/)(conf|hooks|main|gen_(ref_)?(pages|nav))\.py$|(^|/)_plugins/|(^|/)(_ext|_extensions|hooks)/.*\.py$`,
    "the site's build runs it",
    shown,
  ),
  rule(
    String.raw`(^|/)\.(vuepress|netlify|vercel)/|(^|/)\.vitepress/theme/.*\.vue$|(^|/)netlify/|^(api|functions)/.*${script}`,
    "the site's build runs it",
    shown,
  ),
  rule(
    String.raw`(^|/)([^/]+\.(data|11ty|11tydata)|_worker|middleware)${script}|(^|/)_data/.*${script}`,
    "the site's build runs it",
    shown,
  ),
  rule(String.raw`(^|/)staticwebapp\.config\.json$`, "the site's build runs it", shown, 'json'),
  rule(
    String.raw`(^|/)(\.[a-z-]+rc(\.[a-z0-9]+)?|\.markdownlint[^/]*\.[cm]?js|[^/]+\.config\.(jsonc?|ya?ml)|(tsconfig|jsconfig)(\.[^/]+)?\.json|(angular|project|nx|turbo|lerna)\.json)$`,
    "the site's build runs it",
    shown,
  ),

  rule(
    String.raw`(^|/)(_meta|(.*[._-])?(sidebars?|navigation|navbar|redirects))${script}`,
    "the site's build runs it",
    shown,
    'list-module',
  ),
  rule(
    String.raw`(^|/)(.*\.config|\.eleventy|gatsby-(node|browser|ssr)|(.*/)?\.vitepress/(config|theme)/.*)${script}`,
    "the site's build runs it",
    shown,
    'module',
  ),
  rule(String.raw`(^|/)\.vitepress/config${script}`, "the site's build runs it", shown, 'module'),
  rule(
    String.raw`(^|/)(vercel|now|firebase|amplify|hugo|book|wrangler)\.json$`,
    "the site's build runs it",
    shown,
    'json',
  ),
  rule(
    String.raw`(^|/)((netlify|wrangler|book|hugo|zensical)|config/_default/[^/]+)\.toml$`,
    "the site's build runs it",
    shown,
    'toml',
  ),
  rule(
    String.raw`(^|/)(mkdocs(\..*)?|_config(\..*)?|hugo|amplify|render|_quarto|myst|[^/]*antora-playbook|config/_default/[^/]+)\.ya?ml$`,
    "the site's build runs it",
    shown,
    'yaml',
  ),
  // Last, since navigation may lie among pages about plugins.
  rule(
    String.raw`(^|/)(scripts|plugins|src/theme)/.*${script}|(^|/)(pages/_(app|document|error)|vercel)${script}|(^|/)(scripts|plugins|ext|extensions)/.*\.(py|rb)$`,
    "the site's build runs it",
    shown,
  ),
];

/**
 * The rule that protects this path (relative to the repository root, with `/`), or undefined. `allowed` lists paths and
 * folders that the project's settings open.
 */
export function findProtection(path: string, allowed: readonly string[]): Protection | undefined {
  // Windows and macOS ignore trailing dots, blanks and stream names, so `.git.` and `.git::$INDEX` are `.git`.
  const plain = path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g, '')
    .split('/')
    .map((segment) => trimEndOf(segment.split(':', 1)[0] ?? '', '. '))
    .join('/');
  const isOpen = isAllowed(path, allowed);
  return rules.find((entry) => entry.pattern.test(plain) && !(isOpen && entry.canBeAllowed));
}

/** Whether the settings of the project name the path, or a folder around it. */
export function isAllowed(path: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => path === entry || path.startsWith(`${entry.replace(/\/$/, '')}/`));
}

function rule(
  pattern: string,
  reason: string,
  how: Pick<Protection, 'isHidden' | 'canBeAllowed'>,
  data?: DataForm,
): Rule {
  return { pattern: new RegExp(pattern, 'i'), reason, ...how, data };
}

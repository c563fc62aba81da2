/**
 * What an agent may not touch in a repository: whatever runs code on a developer's or CI machine, decides who reviews,
 * holds secrets, or instructs the agent itself. Compared without regard to case, as some file systems do.
 */
export interface ProtectedPath {
  readonly pattern: RegExp;
  readonly reason: string;
  /** Settings of a project can open it. */
  readonly canBeAllowed: boolean;
}

const never = false;
const unlessAllowed = true;

const protectedPaths: readonly ProtectedPath[] = [
  rule(String.raw`(^|/)(\.git|git~\d+|\.hg|\.svn)(/|$)`, 'it belongs to version control', never),
  rule(String.raw`(^|/)\.(gitmodules|gitattributes)$`, 'it changes what git does', never),
  rule(String.raw`(^|/)\.env(\.|$)`, 'it may hold secrets', never),
  rule(String.raw`\.(pem|key|p12|pfx|keystore)$`, 'it may hold secrets', never),
  rule(String.raw`(^|/)\.(npmrc|yarnrc|yarnrc\.yml|netrc|pypirc)$`, 'it may hold secrets', never),
  rule(String.raw`^\.docwright(/|$)`, 'it instructs the agent', unlessAllowed),
  rule(String.raw`^\.(github|gitea|forgejo)/(workflows|actions)(/|$)`, 'it runs code in CI', unlessAllowed),
  rule(String.raw`^\.(circleci|buildkite|gitlab|woodpecker|husky|githooks)(/|$)`, 'it runs code in CI', unlessAllowed),
  rule(
    String.raw`^(\.gitlab-ci|\.travis|\.drone|\.woodpecker|\.pre-commit-config|lefthook|\.?azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild)\.ya?ml$`,
    'it runs code in CI',
    unlessAllowed,
  ),
  rule(String.raw`(^|/)(jenkinsfile|makefile|dockerfile|justfile)$`, 'it runs code', unlessAllowed),
  rule(String.raw`^((\.github|\.gitlab|\.gitea|docs)/)?codeowners$`, 'it decides who reviews', unlessAllowed),
  rule(String.raw`(^|/)package\.json$`, 'it holds scripts that run on install', unlessAllowed),
  rule(
    String.raw`(^|/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|poetry\.lock|uv\.lock|gemfile\.lock|go\.sum|cargo\.lock)$`,
    'it pins dependencies',
    unlessAllowed,
  ),
];

/**
 * The rule that protects this path (relative to the repository root, with `/`), or undefined. `allowed` lists paths and
 * folders that the project's settings open.
 */
export function findProtection(path: string, allowed: readonly string[]): ProtectedPath | undefined {
  // Windows and macOS ignore trailing dots, blanks and stream names, so `.git.` and `.git::$INDEX` are `.git`.
  const plain = path
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g, '')
    .split('/')
    .map((segment) => segment.replace(/:.*$/, '').replace(/[. ]+$/, ''))
    .join('/');
  const isAllowed = allowed.some((entry) => path === entry || path.startsWith(`${entry.replace(/\/$/, '')}/`));
  return protectedPaths.find((entry) => entry.pattern.test(plain) && !(isAllowed && entry.canBeAllowed));
}

function rule(pattern: string, reason: string, canBeAllowed: boolean): ProtectedPath {
  return { pattern: new RegExp(pattern, 'i'), reason, canBeAllowed };
}

/** Folders in which code hosts look for the template, with its names there. */
const named = /^pull_request_template(?:\.md|\.txt)?$/i;
const places: readonly [folder: string, name: RegExp][] = [
  ['.github/', named],
  ['.gitea/', named],
  ['.forgejo/', named],
  ['.gitlab/merge_request_templates/', /^default\.md$/i],
  ['', named],
  ['docs/', named],
  ['.docwright/', named],
];

/** The path of the repository's pull request template, or undefined. */
export function findPullRequestTemplate(paths: readonly string[]): string | undefined {
  for (const [folder, name] of places) {
    const templatePath = paths.find((path) => path.startsWith(folder) && name.test(path.slice(folder.length)));
    if (templatePath !== undefined) return templatePath;
  }
  return undefined;
}

/** In bytes: far more than people fill in. Every job stores the template. */
const longestTemplate = 64 * 1024;

/** The bytes as text, cut to the limit; undefined for binary files. */
export function templateOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  return new TextDecoder().decode(bytes.subarray(0, longestTemplate));
}

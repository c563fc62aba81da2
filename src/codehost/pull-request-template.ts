/** Folders in which code hosts look for the template, with its names there. */
const named = /^pull_request_template(?:\.md|\.txt)?$/i;
const places: readonly [folder: string, name: RegExp][] = [
  ['.github/', named],
  ['.gitea/', named],
  ['.forgejo/', named],
  ['.azuredevops/', named],
  ['.vsts/', named],
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

/** Looks for the template at the root and in the folders of `places` there. Paths have no slash at either end. */
export async function readTemplate({
  list,
  read,
}: {
  readonly list: (folder: string) => Promise<readonly { readonly path: string; readonly isFolder: boolean }[]>;
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}): Promise<string | undefined> {
  const root = await list('');
  const isPlace = (path: string) => places.some(([folder]) => folder === `${path.toLowerCase()}/`);
  const folders = root.filter(({ path, isFolder }) => isFolder && isPlace(path));
  const entries = [root, ...(await Promise.all(folders.map(({ path }) => list(path))))].flat();
  const templatePath = findPullRequestTemplate(entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path));
  const bytes = templatePath === undefined ? undefined : await read(templatePath);
  return bytes && templateOf(bytes);
}

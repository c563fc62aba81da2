const places = ['.github/', '', 'docs/', '.docwright/'];

/** The one path among these that code hosts take as the repository's pull request template, or undefined. */
export function findPullRequestTemplate(paths: readonly string[]): string | undefined {
  for (const place of places) {
    const found = paths.find(
      (path) => path.startsWith(place) && /^pull_request_template(?:\.md|\.txt)?$/i.test(path.slice(place.length)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

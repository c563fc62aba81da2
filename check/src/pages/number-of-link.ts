/** An issue or change on GitHub. */
const ofGithub =
  /^(?:https?:)?\/\/(?:www\.)?github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/(issues|discussions|pull)\/(\d{1,9})(?=[/?#]|$)/iu;

/**
 * The number that an address has where the text of its link is another one: `[#39](https://github.com/acme/tool/issues/3)`. Where
 * the text is that of an issue, the change that closes it may be meant, which is the later of the two.
 */
export function otherNumber(text: string, url: string): string | undefined {
  const said = text.slice('#'.length);
  const [, kind, named] = ofGithub.exec(url) ?? [];
  if (named === undefined || Number(said) === Number(named)) return undefined;
  return kind?.toLowerCase() === 'pull' && Number(named) > Number(said) ? undefined : named;
}

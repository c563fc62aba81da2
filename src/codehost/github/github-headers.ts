/** Of every request with this token. */
export function githubHeaders(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
}

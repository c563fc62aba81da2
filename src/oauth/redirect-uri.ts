/** Schemes of editors that take the answer themselves. Any other could lead to whatever program claims it. */
export const editorSchemes = ['cursor:', 'vscode:', 'vscode-insiders:'];
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether any program of the person's computer can listen there. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopback.test(hostname);
}

/** Whether an answer may be sent there: to HTTPS, to this computer, or to an editor. */
export function isSafeRedirectUri(text: string): boolean {
  const uri = URL.parse(text);
  // Browsers and servers read blanks and backslashes in different ways.
  if (uri === null || /[#\\\s\p{C}]/u.test(text)) return false;
  if (uri.username !== '' || uri.password !== '') return false;
  return uri.protocol === 'https:' || isLoopback(uri) || editorSchemes.includes(uri.protocol);
}

/** To the letter; only the port of a program on this computer is its own choice (RFC 8252, 7.3). */
export function matchesRedirectUri(given: string, registered: string): boolean {
  if (given === registered) return true;
  const [uri, expected] = [URL.parse(given), URL.parse(registered)];
  if (uri === null || expected === null) return false;
  if (!isLoopback(expected) || !isSafeRedirectUri(given)) return false;
  uri.port = expected.port;
  return uri.href === expected.href;
}

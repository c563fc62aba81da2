import { redactSecrets } from '../secrets/redact-secrets.ts';

/** The length of a scheme is bounded to keep the search linear; those of git have at most five letters. */
const urlCredentials = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s@]+@/gi;
const controlCharacters = /(?![\n\t])\p{Cc}/gu;

/** Text that git or a remote printed, safe to show and to log: no token, no credentials in URLs, no terminal control. */
export function redactGitText(text: string, authorizationHeader?: string): string {
  let safe = text.replace(/\r\n?/g, '\n');
  const secret = authorizationHeader?.split(' ').at(-1);
  if (authorizationHeader !== undefined && secret !== undefined && secret !== '') {
    safe = safe.replaceAll(authorizationHeader, '[redacted]').replaceAll(secret, '[redacted]');
    for (const part of basicParts(authorizationHeader)) safe = safe.replaceAll(part, '[redacted]');
  }
  return redactSecrets(safe.replace(urlCredentials, '$1[redacted]@')).replace(controlCharacters, '');
}

/** A remote that echoes the header may do so decoded: the password of `Basic` counts as the secret too. */
function basicParts(header: string): string[] {
  const encoded = /^Basic (\S+)$/i.exec(header)?.[1];
  if (encoded === undefined) return [];
  const plain = Buffer.from(encoded, 'base64').toString('utf8');
  const password = plain.slice(plain.indexOf(':') + 1);
  return password.length >= 8 ? [plain, password] : [plain];
}

import { sign } from 'node:crypto';
import type { GithubApp } from '../../contract/github-app.ts';
import { duration } from '../../kernel/clock.ts';

/** In seconds. GitHub refuses what was signed in the future, so a clock may be this far ahead. */
const backdated = 60;
/** In seconds; GitHub's limit is ten minutes, by its own clock. */
const lifetime = 8 * 60;

/** The JSON Web Token (RFC 7519, RS256) that shows GitHub that a request is the App's own. */
export function signAppToken({ id, privateKey }: Pick<GithubApp, 'id' | 'privateKey'>, now: number): string {
  const seconds = Math.floor(now / duration.second);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iat: seconds - backdated, exp: seconds + lifetime, iss: String(id) };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

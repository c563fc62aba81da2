import type { Authenticator } from '../http/authenticator.ts';

/** Programs send a key, the dashboard its session; a request with an `Authorization` header is judged by that alone. */
export function keyOrSession({ keys, sessions }: { keys: Authenticator; sessions: Authenticator }): Authenticator {
  return {
    authenticate: (request) =>
      request.header('authorization') === undefined ? sessions.authenticate(request) : keys.authenticate(request),
  };
}

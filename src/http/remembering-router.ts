import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * A router that looks an address up once where nothing in it is a parameter: walking the tree for each request takes longer
 * than reading a beacon.
 */
export class RememberingRouter<Handler> implements Router<Handler> {
  readonly name = 'RememberingRouter';
  readonly #router = new TrieRouter<Handler>();
  /** What was found, by address and method; addresses are those of routes, never what a caller makes up. */
  readonly #found = new Map<string, Map<string, Result<Handler>>>();

  add(method: string, path: string, handler: Handler): void {
    this.#router.add(method, path, handler);
    for (const handlers of this.#found.values()) handlers.clear();
    if (!/[:*?]/.test(path)) this.#found.set(path, new Map());
  }

  match(method: string, path: string): Result<Handler> {
    const handlers = this.#found.get(path);
    const known = handlers?.get(method);
    if (known !== undefined) return known;
    const result = this.#router.match(method, path);
    if (knownMethod.test(method)) handlers?.set(method, result);
    return result;
  }
}

/** Anybody can send any method. */
const knownMethod = /^(?:GET|POST|PUT|PATCH|DELETE|OPTIONS)$/;

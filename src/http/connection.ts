import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { HttpEnvironment } from './http-environment.ts';

/** Empty for requests made inside the process: tests, and what is generated. */
export function connectionOf(context: Context<HttpEnvironment>): Partial<HttpBindings> {
  return context.env ?? {};
}

/**
 * Sets headers of the answer, whatever the answer is. Where there is a connection, Node is told at once: `Headers` of the Web
 * check, fold and sort each of them, which takes as long as a tenth of a short request.
 */
export function setAnswerHeaders(context: Context<HttpEnvironment>, headers: Readonly<Record<string, string>>): void {
  const { outgoing } = connectionOf(context);
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) context.res.headers.set(name, value);
    else outgoing.setHeader(name, value);
  }
}

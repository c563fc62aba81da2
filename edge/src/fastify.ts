import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordWhenFinished } from './node-request.ts';
import type { Recorder } from './recorder.ts';

/** What is used of Fastify, so that it need not be installed to be supported. */
interface FastifyLike {
  addHook(name: 'onRequest', hook: (request: RequestLike, reply: ReplyLike, done: () => void) => void): unknown;
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}
interface RequestLike {
  readonly raw: IncomingMessage;
  readonly ip: string;
}
interface ReplyLike {
  readonly raw: ServerResponse;
  getHeader(name: string): unknown;
}

/**
 * Fastify plugin: `app.register(recordVisits(recorder))`. The reader's address is Fastify's own `request.ip`, which
 * follows the `trustProxy` option. What waits is sent when the application closes.
 */
export function recordVisits(recorder: Recorder): (app: FastifyLike, options: unknown, done: () => void) => void {
  const plugin = (app: FastifyLike, _options: unknown, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      const contentType = () => reply.getHeader('content-type');
      recordWhenFinished(recorder, request.raw, reply.raw, { address: request.ip, contentType });
      next();
    });
    app.addHook('onClose', () => recorder.flush());
    done();
  };
  // Without this the hooks would see only routes of the plugin itself.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordWhenFinished } from './node-request.ts';
import type { Recorder } from './recorder.ts';

/**
 * Express middleware: `app.use(recordVisits(recorder))`, before the routes. The reader's address is Express's own
 * `request.ip`, which follows the application's `trust proxy` setting.
 */
export function recordVisits(
  recorder: Recorder,
): (request: IncomingMessage & { ip?: string | undefined }, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    recordWhenFinished(recorder, request, response, { address: request.ip });
    next();
  };
}

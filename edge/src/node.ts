import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordWhenFinished } from './node-request.ts';
import type { Recorder } from './recorder.ts';

/** Wraps a request listener of `node:http`: `createServer(recordVisits(recorder, listener))`. */
export function recordVisits<Request extends IncomingMessage, Response extends ServerResponse>(
  recorder: Recorder,
  listener: (request: Request, response: Response) => unknown,
): (request: Request, response: Response) => void {
  return (request, response) => {
    recordWhenFinished(recorder, request, response);
    listener(request, response);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Recorder } from './recorder.ts';

/**
 * Records a request of Node's `http` when its answer is complete. The address is read before that, because a socket
 * forgets its peer when it closes. `known`: what a framework knows better than the raw request and answer.
 */
export function recordWhenFinished(
  recorder: Recorder,
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  known: { address?: string | undefined; contentType?: () => unknown } = {},
): void {
  const address = known.address ?? request.socket.remoteAddress;
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  // Frameworks that mount routers cut `url` and keep the whole of it as `originalUrl`.
  const url = wholeUrl(request, request.originalUrl ?? request.url ?? '/');
  response.once('finish', () => {
    const contentType = known.contentType ? known.contentType() : response.getHeader('content-type');
    recorder.record({
      method: request.method ?? 'GET',
      url,
      status: response.statusCode,
      header,
      contentType: typeof contentType === 'string' ? contentType : undefined,
      address,
    });
  });
}

function wholeUrl({ headers, socket }: IncomingMessage, target: string): string {
  if (!headers.host || !target.startsWith('/')) return target;
  const url = `${'encrypted' in socket ? 'https' : 'http'}://${headers.host}${target}`;
  return URL.canParse(url) ? url : target;
}

import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { MethodNotAllowed } from '../errors.ts';
import { HeadersTooLarge, MalformedRequest, RequestTooSlow } from './errors.ts';
import { problemResponse } from '../problem-response.ts';

/** Answers a problem to what Node's parser refuses, where it would write a bare status line, and closes the connection. */
export function refuseMalformedRequests(server: Server, { clock }: { clock: Clock }): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
  });
  // Node would answer 417 without a word, or cut the connection; other servers answer such requests like any other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request, socket) => {
    const error = new MethodNotAllowed('CONNECT', request.url ?? '', ['GET', 'HEAD', 'OPTIONS', 'POST']);
    void writeRefusal(socket, malformedRequestResponse(error, { clock }));
  });
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    // Half an answer is on its way: anything more would be taken for a part of it.
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (fault.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    void writeRefusal(socket, malformedRequestResponse(errorOf(fault), { clock }));
  });
}

/**
 * Makes what tells whether a proxy in front of us may have understood a request in another way: two hosts or one that none can be, or a body
 * in a coding that Node does not undo. RFC 9112, 3.2 and 6.1.
 */
export function createAmbiguityCheck(): (request: IncomingMessage) => boolean {
  /** Nearly all requests are to the same host; parsing it takes longer than the rest. */
  let lastHost = '';

  return ({ rawHeaders, headers: { host = '', 'transfer-encoding': coding } }) => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts > 1 || (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')) return true;
    if (host === lastHost || host === '') return false;
    if (!URL.canParse(`http://${host}/`)) return true;
    lastHost = host;
    return false;
  };
}

/** The answer to a request that nothing but its brokenness is known of. */
export function malformedRequestResponse(error: AppError, { clock }: { clock: Clock }): Response {
  const requestId = newId('req', clock.now());
  const response = problemResponse(error, { requestId, accept: undefined, entrance: 'api' });
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('connection', 'close');
  return response;
}

function errorOf(fault: NodeJS.ErrnoException): AppError {
  switch (fault.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HeadersTooLarge(fault);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new RequestTooSlow(fault);
    default:
      return new MalformedRequest(fault);
  }
}

async function writeRefusal(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

import type { IncomingMessage, ServerResponse } from 'node:http';

/** A fault of a test double: another answer, or a broken connection. */
export type AnswerFault =
  | {
      readonly status: number;
      /** A text is sent unchanged, anything else as JSON. */
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is cut before the request is read. */
  | 'drop'
  /** The answer breaks off in the middle. */
  | 'cut'
  /** The request takes effect, but its answer is lost. */
  | 'lose-answer'
  /** Nothing is answered until the client goes away. */
  | { readonly hang: () => void };

export interface AnswerFaults {
  /** The next `times` requests whose `METHOD /path?query` matches get the fault. */
  readonly fail: (match: RegExp, fault: AnswerFault, times?: number) => void;
  /** Every request whose method is among these gets the fault, until there is none. */
  readonly answerAll: (fault: AnswerFault | undefined, methods?: readonly string[]) => void;
  /** Answers with the next fault, and returns what the double still has to do. */
  play(request: IncomingMessage, response: ServerResponse, asked: string): 'answered' | 'lose-answer' | 'none';
}

export function createAnswerFaults(): AnswerFaults {
  const planned: { match: RegExp; fault: AnswerFault; left: number }[] = [];
  let always: { fault: AnswerFault; methods: readonly string[] | undefined } | undefined;
  const due = (method: string, asked: string): AnswerFault | undefined => {
    if (always !== undefined && (always.methods?.includes(method) ?? true)) return always.fault;
    const found = planned.find(({ match, left }) => left > 0 && match.test(asked));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  };
  return {
    fail: (match, fault, times = 1) => {
      planned.push({ match, fault, left: times });
    },
    answerAll: (fault, methods) => {
      always = fault === undefined ? undefined : { fault, methods };
    },
    play(request, response, asked) {
      // Hosts redirect people who are not signed in.
      if (asked.endsWith('/users/sign_in')) {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>\n<title>Sign in</title>');
        return 'answered';
      }
      const fault = due(request.method ?? 'GET', asked);
      if (fault === undefined) return 'none';
      if (fault === 'lose-answer') return fault;
      if (fault === 'drop') request.socket.destroy();
      else if (fault === 'cut') {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        response.write('[{"number":', () => request.socket.destroy());
      } else if ('hang' in fault) fault.hang();
      else {
        const { status, body = { message: 'A fault' }, headers } = fault;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
      }
      return 'answered';
    },
  };
}

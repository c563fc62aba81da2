/** How much one conversation with another machine may take: a request, or all that one question needs. */
export interface Limits {
  /** Milliseconds from the first request to the last byte of the last answer. */
  readonly time: number;
  /** Of each answer, after decompression. Whoever parses it at once holds the event loop for that long. */
  readonly bytes: number;
  /** Such as the pages of a listing. */
  readonly answers: number;
  /** Bytes of all answers; undefined where there is one, or they are not kept. */
  readonly total?: number;
}

const words = {
  bytes: 'UND_ERR_ANSWER_TOO_LARGE',
  answers: 'UND_ERR_TOO_MANY_ANSWERS',
} as const;

/** The other side went beyond a limit; `readConnectionFault` knows it by its code. */
class BeyondLimit extends Error {
  override name = 'BeyondLimit';
  readonly code: string;
  constructor(limit: keyof typeof words) {
    super(`more than ${limit === 'bytes' ? 'an answer may have' : 'the answers that a question needs'}`);
    this.code = words[limit];
  }
}

/** Counts what one conversation took so far. */
export interface Spending {
  /** Throws `BeyondLimit`. */
  countAnswer(): void;
  /** The answer, whose body breaks off with `BeyondLimit`. */
  bound(response: Response): Response;
}

export function createSpending({
  bytes: mostBytes,
  answers: mostAnswers,
  total: mostInTotal = Infinity,
}: Limits): Spending {
  let [total, answers] = [0, 0];
  return {
    countAnswer() {
      answers += 1;
      if (answers > mostAnswers) throw new BeyondLimit('answers');
    },
    bound(response) {
      if (response.body === null) return response;
      let bytes = 0;
      const counted = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            bytes += chunk.byteLength;
            total += chunk.byteLength;
            if (bytes > mostBytes || total > mostInTotal) throw new BeyondLimit('bytes');
            controller.enqueue(chunk);
          },
        }),
      );
      const { status, statusText, headers, url } = response;
      const bounded = new Response(counted, { status, statusText, headers: [...headers] });
      return Object.defineProperty(bounded, 'url', { value: url });
    },
  };
}

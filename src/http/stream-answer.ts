import type { Context } from 'hono';
import type { HttpEnvironment } from './http-environment.ts';

/**
 * Answers with chunks as they are made: what is not read yet is not made yet, and a reader who leaves ends the making.
 * Waits for the first, so that a fault until then is an error like any other; one that comes later breaks the answer off.
 */
export async function streamAnswer(
  context: Context<HttpEnvironment>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Response> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next: IteratorResult<Uint8Array> | undefined = await iterator.next();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const result = next ?? (await iterator.next());
          next = undefined;
          if (result.done === true) controller.close();
          else controller.enqueue(result.value);
        } catch (fault) {
          context.var.breakOff(fault);
          controller.close();
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return context.body(stream);
}

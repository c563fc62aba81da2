import type { Context } from 'hono';
import { AccessEnded } from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { accessInterval } from './require-access.ts';

/**
 * Answers with chunks as they are made: what is not read yet is not made yet, and a reader who leaves ends the making.
 * Waits for the first, so that a fault until then is an error like any other; one that comes later breaks the answer off, and so
 * does the end of the caller's access.
 */
export async function streamAnswer(
  context: Context<HttpEnvironment>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Response> {
  const iterator = chunks[Symbol.asyncIterator]();
  let checkedAt = performance.now();
  let next: IteratorResult<Uint8Array> | undefined = await iterator.next();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (performance.now() - checkedAt >= accessInterval) {
            if (!(await context.var.mayStillRead())) throw new AccessEnded();
            checkedAt = performance.now();
          }
          const result = next ?? (await iterator.next());
          next = undefined;
          if (result.done === true) controller.close();
          else controller.enqueue(result.value);
        } catch (fault) {
          // Here, since nobody calls `return` of what is not read to its end.
          await iterator.return?.();
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

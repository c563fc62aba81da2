/**
 * Gives the memory of arrays back at once. Garbage collection sees the few bytes of each object and lets the megabytes
 * behind it wait. Nothing may read the arrays afterwards, nor any other over the same buffers; to release twice is fine.
 */
export function release(...arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

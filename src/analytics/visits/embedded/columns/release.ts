/**
 * Gives the memory of large arrays back at once. Garbage collection sees the few bytes of each object and lets the
 * megabytes behind it wait. Nothing may read the arrays afterwards, nor any other over the same buffers; to release
 * twice is fine. Small ones are left alone: they may lie in the pool that Node takes small buffers from.
 */
export function release(...arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
  }
}

/**
 * Imports a package of `test/engines`. What stands there is too heavy for the first install, so type checks must pass
 * without it: the caller states the part of the package's interface that it uses.
 */
export async function loadEngine<T>(name: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (cause) {
    throw new Error(`${name} does not load. Run: npm run engines`, { cause });
  }
}

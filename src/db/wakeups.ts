import { EventEmitter, once } from 'node:events';

/**
 * Tells whoever waits that there may be something new. A wake-up may get lost, and other processes may not hear it: whoever
 * waits looks again by itself after a while, and sooner where `reachesAll` is false.
 */
export interface Wakeups {
  /** Names are words without spaces, such as `jobs` or the id of a job. To be called after the commit. */
  wake(name: string): void;
  /** Returns what ends it. */
  onWake(name: string, listener: () => void): () => void;
  /** Resolves when the name is woken or the signal aborts. */
  woken(name: string, signal: AbortSignal): Promise<void>;
  /** Whether the processes that have the same database hear each other now. */
  reachesAll(): boolean;
}

/** Within this process alone. */
export function createLocalWakeups(): Wakeups & { wakeAll(): void } {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    wake(name) {
      emitter.emit(name);
    },
    wakeAll() {
      for (const name of emitter.eventNames()) emitter.emit(name);
    },
    onWake(name, listener) {
      emitter.on(name, listener);
      return () => {
        emitter.off(name, listener);
      };
    },
    async woken(name, signal) {
      await once(emitter, name, { signal }).catch(() => undefined);
    },
    reachesAll: () => false,
  };
}

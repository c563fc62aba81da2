import { describe } from 'vitest';
import { readsServerLogs } from './server-logs.conformance.ts';

describe('what servers write, in any configuration', () => {
  readsServerLogs({ numRuns: 60, seed: 51 });
});

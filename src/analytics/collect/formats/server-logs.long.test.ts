import { describe } from 'vitest';
import { readsServerLogs } from './server-logs.conformance.ts';

describe('what servers write, in any configuration, at length', () => {
  readsServerLogs({ numRuns: 2000 });
});

import { describeHostileTurns, hostileTurns } from './model-turns.conformance.ts';

describeHostileTurns(Object.keys(hostileTurns));

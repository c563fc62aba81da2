import { describeHostileClocks } from './clocks.conformance.ts';

describeHostileClocks(2_000);

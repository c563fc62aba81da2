import { describeHostileClocks } from './clocks.conformance.ts';

describeHostileClocks(40);

import { describeReference } from './reference.conformance.ts';

describeReference(['dark']);

import { describeAgreement } from './agrees-with-reference.conformance.ts';

describeAgreement({ numRuns: 100, timeout: 1_800_000 });

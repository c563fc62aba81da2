import { describeAgentCrash } from './crash/agent-crash.conformance.ts';

describeAgentCrash({ writeStride: 1, gitStride: 1, requests: [0, 1, 2, 3], followUps: 4, sleeps: 3 });

import { describeAgentCrash } from './crash/agent-crash.conformance.ts';

describeAgentCrash({ writeStride: 24, gitStride: 2, requests: [2], followUps: 1, sleeps: 1 });

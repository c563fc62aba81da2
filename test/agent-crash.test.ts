import { describeAgentCrash } from './crash/agent-crash.conformance.ts';

describeAgentCrash({ writeStride: 48, gitStride: 4, requests: [2], followUps: 1, sleeps: 1 });

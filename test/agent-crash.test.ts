import { describeAgentCrash } from './crash/agent-crash.conformance.ts';

describeAgentCrash({ writeStride: 24, requests: [2], followUps: 2, sleeps: 1 });

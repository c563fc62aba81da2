import { describeHostileServers } from './outgoing.conformance.ts';

describeHostileServers({ isLong: true });

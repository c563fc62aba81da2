import { describeHostileServers } from './outgoing.conformance.ts';

describeHostileServers({ isLong: false });

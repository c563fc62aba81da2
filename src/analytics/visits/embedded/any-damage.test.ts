import { describeAnyDamage } from './any-damage.conformance.ts';

// One bit of each kind of value. `damage.test.ts` changes the list of a block's segments.
describeAnyDamage({ runs: 1, settled: ['block_slice.data', 'asked_listing.listing'] });

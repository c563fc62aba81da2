import { describeAnyDamage } from './any-damage.conformance.ts';

describeAnyDamage({ runs: 2, settled: ['block.segments', 'block_slice.data', 'asked_listing.listing'] });

import { describeAnyDamage } from './any-damage.conformance.ts';

const settled = ['block', 'listing', 'data'].map((column) => `block_slice.${column}`);
describeAnyDamage({
  runs: 16,
  settled: [...settled, 'block.segments', 'asked_listing.project', 'asked_listing.listing'],
});

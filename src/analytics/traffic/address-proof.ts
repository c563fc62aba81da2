import { duration } from '../../kernel/clock.ts';
import { addressKey, createAddressSet, isPrivate, type AddressSet } from '../../http/address.ts';
import type { AddressRanges, Product } from './catalogue.ts';

/** What an address says about a claim. `unknown`: nothing to compare with. */
type AddressProof = 'verified_by_address' | 'verified_by_name' | 'refuted' | 'unknown';

/** Compares the address of a request with what the claimed product's operator publishes. */
export interface AddressProver {
  /** `timestampMs` is when the request was made; left out, every dated list counts as fresh. */
  prove(product: Product, claim: AddressClaim): AddressProof;
}

/** Where and when a request came from. */
interface AddressClaim {
  readonly ip: string | undefined;
  readonly confirmedHostName: string | undefined;
  readonly timestampMs: number | undefined;
}

/**
 * For how long after its day a list refutes claims, in milliseconds. Operators change their ranges every few weeks, so an
 * address that an old list does not know may well be theirs by now; one that it knows is still proof.
 */
const refutesForMs = 180 * duration.day;

interface DatedSet extends AddressSet {
  /** Milliseconds since the epoch; never for a list without a day. */
  readonly refutesUntilMs: number;
}

/** `confirmedHostName` is the reverse-DNS name of the address, confirmed forward; see `reverse-dns.ts`. */
export function createAddressProver(lists: readonly AddressRanges[]): AddressProver {
  const sets = new Map<string, DatedSet>(lists.map((list) => [list.id, datedSet(list)]));
  return {
    prove(product, { ip, confirmedHostName, timestampMs = 0 }) {
      if (product.ranges.length === 0 && product.reverseDns.length === 0) return 'unknown';
      if (ip === undefined) return 'unknown';
      const key = addressKey(ip);
      // What a proxy of the site's own hides may be anybody.
      if (key === undefined || isPrivate(key)) return 'unknown';
      let refutable = false;
      for (const id of product.ranges) {
        const set = sets.get(id);
        if (set === undefined) continue;
        if (set.has(key)) return 'verified_by_address';
        refutable ||= set.size > 0 && timestampMs <= set.refutesUntilMs;
      }
      if (confirmedHostName !== undefined && product.reverseDns.length > 0) {
        const belongs = product.reverseDns.some((domain) => confirmedHostName.endsWith(`.${domain}`));
        if (belongs) return 'verified_by_name';
        if (product.exclusive) return 'refuted';
      }
      return product.exclusive && refutable ? 'refuted' : 'unknown';
    },
  };
}

function datedSet({ prefixes, snapshotDate }: AddressRanges): DatedSet {
  const refutesUntilMs = snapshotDate === null ? -Infinity : Date.parse(snapshotDate) + refutesForMs;
  return { ...createAddressSet(prefixes), refutesUntilMs };
}

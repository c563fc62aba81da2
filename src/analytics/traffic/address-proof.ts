import { addressKey, createAddressSet, type AddressSet } from './address.ts';
import type { AddressRanges, Product } from './catalogue.ts';

/** What an address says about a claim. `unknown`: nothing to compare with. */
type AddressProof = 'verified_by_address' | 'verified_by_name' | 'refuted' | 'unknown';

/** Compares the address of a request with what the claimed product's operator publishes. */
export interface AddressProver {
  prove(product: Product, ip: string | undefined, confirmedHostName: string | undefined): AddressProof;
}

/** `confirmedHostName` is the reverse-DNS name of the address, confirmed forward; see `reverse-dns.ts`. */
export function createAddressProver(lists: readonly AddressRanges[]): AddressProver {
  const sets = new Map<string, AddressSet>(lists.map((list) => [list.id, createAddressSet(list.prefixes)]));
  return {
    prove(product, ip, confirmedHostName) {
      if (product.ranges.length === 0 && product.reverseDns.length === 0) return 'unknown';
      if (ip === undefined) return 'unknown';
      const key = addressKey(ip);
      if (key === undefined) return 'unknown';
      let listed = 0;
      for (const id of product.ranges) {
        const set = sets.get(id);
        if (set === undefined) continue;
        if (set.has(key)) return 'verified_by_address';
        listed += set.size;
      }
      if (confirmedHostName !== undefined && product.reverseDns.length > 0) {
        const belongs = product.reverseDns.some((domain) => confirmedHostName.endsWith(`.${domain}`));
        if (belongs) return 'verified_by_name';
        if (product.exclusive) return 'refuted';
      }
      return product.exclusive && listed > 0 ? 'refuted' : 'unknown';
    },
  };
}

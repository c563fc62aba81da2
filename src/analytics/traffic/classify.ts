import type { HitSource } from '../hit.ts';
import { pathOf } from '../path.ts';
import type { Classification, EvidenceKind, TrafficCategory, Verdict } from '../visits/view.ts';
import { createAddressProver } from './address-proof.ts';
import type { Catalogue, Product } from './catalogue.ts';
import { createUserAgentReader, type UserAgentReading } from './user-agent-reader.ts';

/** The parts of a request that identify the client. */
export interface TrafficEvidence {
  readonly source: HitSource;
  /** Milliseconds since the epoch. Without it, published address lists count regardless of their age. */
  readonly timestampMs?: number | undefined;
  readonly userAgent?: string | undefined;
  readonly accept?: string | undefined;
  /** Path or URL as sent: the suffix `.md` is evidence. */
  readonly url?: string | undefined;
  readonly ip?: string | undefined;
  /** Reverse-DNS name of `ip`, confirmed forward. */
  readonly hostName?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly headersComplete?: boolean | undefined;
  readonly automated?: boolean | undefined;
  /** Operator host whose Web Bot Auth signature on this request was verified. */
  readonly signedBy?: string | undefined;
}

/**
 * A view's classification with the rule that decided. Products are a closed set: the browser family for people, and a
 * fixed name such as `Other bot` for clients without a name.
 */
export interface TrafficDecision extends Classification {
  readonly product: string;
  readonly evidence: EvidenceKind;
  /** The rule of the catalogue that decided, for people to read. */
  readonly rule: string;
}

export interface TrafficClassifier {
  readonly catalogueVersion: string;
  /** Pure apart from a cache of user agents; never throws. */
  classify(evidence: TrafficEvidence): TrafficDecision;
  /** Like `classify`, with the user agent already read. */
  decide(reading: UserAgentReading, evidence: TrafficEvidence): TrafficDecision;
  /** What the user agent alone says; part of a visitor's identity. */
  readUserAgent(userAgent: string): UserAgentReading;
}

/**
 * Decides who made a request, in this order: a valid signature, a name in the user agent that the address proves, a name
 * that nothing refutes, an exact `Accept` fingerprint, Markdown in `Accept`, a Markdown path, signs of a bot, client
 * hints, a browser's user agent. A refuted name is ignored, and the later rules decide.
 */
export function createTrafficClassifier(catalogue: Catalogue): TrafficClassifier {
  const readUserAgent = createUserAgentReader(catalogue);
  const prover = createAddressProver(catalogue.addressRanges);
  const products = new Map(catalogue.products.map((product) => [product.id, product]));
  const signers = new Map(
    catalogue.signatureDirectories.map(({ host, product }) => [host, products.get(product)] as const),
  );
  const fingerprints = new Map(catalogue.fingerprints.map((rule) => [rule.accept, rule]));
  const absence = catalogue.clientHints.absence;

  function decide(reading: UserAgentReading, evidence: TrafficEvidence): TrafficDecision {
    const signer = evidence.signedBy === undefined ? undefined : signers.get(evidence.signedBy);
    if (signer) return byProduct(signer, 'verified', 'signature', `signature:${evidence.signedBy ?? ''}`);

    const declared = reading.declared;
    let refuted = false;
    if (declared) {
      const { product, token } = declared;
      const proof = prover.prove(product, {
        ip: evidence.ip,
        confirmedHostName: evidence.hostName,
        timestampMs: evidence.timestampMs,
      });
      if (proof === 'verified_by_address') return byProduct(product, 'verified', 'address', `user-agent:${token}`);
      if (proof === 'verified_by_name') return byProduct(product, 'verified', 'reverse_dns', `user-agent:${token}`);
      refuted = proof === 'refuted';
      if (
        !refuted &&
        isConclusiveName(product) &&
        !(product.category === 'search_engine' && byFingerprint(evidence, reading))
      ) {
        return byProduct(product, 'unverifiable', 'user_agent', `user-agent:${token}`);
      }
    }
    const verdict = refuted ? 'spoofed' : 'unclaimed';
    if (evidence.source !== 'tracker') {
      const decision = byFingerprint(evidence, reading) ?? byMarkdown(evidence, reading, refuted);
      if (decision)
        return decision.product
          ? byProduct(decision.product, verdict, decision.evidence, decision.rule)
          : markdownClient(verdict, decision);
    }
    if (declared && refuted) {
      return otherDecision(
        'other_bot',
        'Impostor',
        'spoofed',
        'address',
        `user-agent:${declared.token}, from a foreign address`,
      );
    }
    if (declared) return byProduct(declared.product, 'unverifiable', 'user_agent', `user-agent:${declared.token}`);
    if (reading.botMark !== undefined) {
      return otherDecision('other_bot', 'Other bot', 'unclaimed', 'user_agent', `generic-bot:${reading.botMark}`);
    }
    return byClientHints(evidence, reading) ?? byBrowser(evidence, reading);
  }

  function byFingerprint(evidence: TrafficEvidence, reading: UserAgentReading): Match | undefined {
    const rule = evidence.accept === undefined ? undefined : fingerprints.get(evidence.accept);
    if (!rule) return undefined;
    if (rule.userAgentToken !== undefined && reading.declared?.token !== rule.userAgentToken) return undefined;
    return { product: products.get(rule.product), evidence: 'accept', rule: `accept-fingerprint:${rule.product}` };
  }

  function byMarkdown(evidence: TrafficEvidence, reading: UserAgentReading, refuted: boolean): Match | undefined {
    const type = evidence.accept && catalogue.markdown.accept.find((mediaType) => evidence.accept?.includes(mediaType));
    if (type) return { product: reading.hinted?.product, evidence: 'accept', rule: `accept:${type}` };
    // Bots follow links, so a Markdown path does not mean that they asked for Markdown.
    if (refuted || reading.botMark !== undefined || reading.declared?.product.category === 'headless') return undefined;
    const mark = evidence.url === undefined ? undefined : markdownPath(evidence.url);
    return mark === undefined
      ? undefined
      : { product: reading.hinted?.product, evidence: 'path', rule: `path:${mark}` };
  }

  function markdownPath(url: string): string | undefined {
    const path = pathOf(url);
    const suffix = catalogue.markdown.pathSuffixes.find((candidate) => path.endsWith(candidate));
    if (suffix !== undefined) return suffix;
    return catalogue.markdown.fileNames.find((name) => path.endsWith(name) && path.endsWith(`/${name}`));
  }

  function byClientHints(evidence: TrafficEvidence, reading: UserAgentReading): TrafficDecision | undefined {
    if (evidence.automated) {
      return otherDecision('headless', 'Automated browser', 'unclaimed', 'client_hints', 'client-hints:automated');
    }
    for (const { header, contains, product } of catalogue.clientHints.headers) {
      const namedProduct = evidence.headers?.[header]?.includes(contains) ? products.get(product) : undefined;
      if (namedProduct) return byProduct(namedProduct, 'unclaimed', 'client_hints', `client-hints:${header}`);
    }
    const major = reading.browser?.chromiumMajor;
    if (evidence.headersComplete && major !== undefined && major >= absence.chromiumFrom) {
      const missing = absence.headers.every((header) => evidence.headers?.[header] === undefined);
      if (missing)
        return otherDecision('headless', 'Automated browser', 'unclaimed', 'client_hints', 'client-hints:absent');
    }
    return undefined;
  }

  return {
    catalogueVersion: catalogue.version,
    classify: (evidence) => decide(readUserAgent(evidence.userAgent ?? ''), evidence),
    decide,
    readUserAgent,
  };
}

/** What `Accept` or the path says about the client. */
interface Match {
  readonly product: Product | undefined;
  readonly evidence: EvidenceKind;
  readonly rule: string;
}

/** False for HTTP libraries and automated browsers: others use them, so the request says more than the name. */
function isConclusiveName(product: Product): boolean {
  return product.category !== 'http_client' && product.category !== 'headless';
}

function byBrowser(evidence: TrafficEvidence, reading: UserAgentReading): TrafficDecision {
  if (reading.browser) return otherDecision('human', reading.browser.family, 'unclaimed', 'user_agent', 'browser');
  if (!evidence.userAgent)
    return otherDecision('other_bot', 'No user agent', 'unclaimed', 'user_agent', 'user-agent:absent');
  const likeBrowser = evidence.userAgent.startsWith('Mozilla/');
  return likeBrowser
    ? otherDecision('other_bot', 'Other bot', 'unclaimed', 'user_agent', 'browser:without-engine')
    : otherDecision('http_client', 'Other HTTP client', 'unclaimed', 'user_agent', 'user-agent:unknown');
}

function markdownClient(verdict: Verdict, requested: Match): TrafficDecision {
  return otherDecision('markdown_client', 'Markdown client', verdict, requested.evidence, requested.rule);
}

function byProduct(product: Product, verdict: Verdict, evidence: EvidenceKind, rule: string): TrafficDecision {
  return { category: product.category, product: product.name, operator: product.operator, verdict, evidence, rule };
}

function otherDecision(
  category: TrafficCategory,
  product: string,
  verdict: Verdict,
  evidence: EvidenceKind,
  rule: string,
): TrafficDecision {
  return { category, product, operator: undefined, verdict, evidence, rule };
}

import type { Step } from './step.ts';

export const putTraffic: Step = (draft, { classifier, confirmedHostName }) => {
  const { hit, address } = draft;
  // Only who claims a name that reverse DNS can prove is looked up: where people come from is nobody's business.
  const reading = classifier.readUserAgent(hit.userAgent ?? '');
  draft.reading = reading;
  const claim = reading.declared?.product;
  const lookUp = address !== undefined && claim !== undefined && claim.reverseDns.length > 0;
  draft.decision = classifier.decide(reading, {
    source: hit.source,
    timestampMs: hit.timestampMs,
    userAgent: hit.userAgent,
    accept: hit.accept,
    url: hit.url,
    ip: address,
    hostName: lookUp ? confirmedHostName(address) : undefined,
    headers: hit.headers,
    headersComplete: hit.headersComplete,
    automated: hit.automated,
    signedBy: hit.signedBy,
  });
  return undefined;
};

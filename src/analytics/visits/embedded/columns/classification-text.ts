import type { Classification, ClientSignature, ViewContext } from '../../view.ts';
import { evidenceKinds, trafficCategories, verdicts } from '../../view.ts';

/** Joins fields in one dictionary text; no header and no name of a product can hold this character. */
const fieldSeparator = '\u001f';

/** One dictionary text per distinct classification. */
export function classificationText(classification: Classification): string {
  const { category, product = '', operator = '', verdict, evidence = '' } = classification;
  return [category, product, operator, verdict, evidence].join(fieldSeparator);
}

/** Throws for text that `classificationText` did not write, which means that the store is damaged. */
export function parseClassification(text: string): Classification {
  const [category, product, operator, verdict, evidence] = text.split(fieldSeparator);
  const parsed = {
    category: trafficCategories.find((candidate) => candidate === category),
    verdict: verdicts.find((candidate) => candidate === verdict),
  };
  if (!parsed.category || !parsed.verdict) throw new Error(`not a stored classification: ${JSON.stringify(text)}`);
  return {
    category: parsed.category,
    product: product === '' ? undefined : product,
    operator: operator === '' ? undefined : operator,
    verdict: parsed.verdict,
    evidence: evidenceKinds.find((candidate) => candidate === evidence),
  };
}

export function clientText(client: ClientSignature): string {
  return client.userAgent + fieldSeparator + (client.accept ?? '');
}

export function parseClient(text: string): ClientSignature {
  const [userAgent = '', accept] = text.split(fieldSeparator);
  return { userAgent, accept: accept === '' ? undefined : accept };
}

export function contextText({ host, status, utmSource, utmMedium, utmCampaign, event }: ViewContext): string {
  const fields = [host, status, utmSource, utmMedium, utmCampaign, event];
  return fields
    .map((field) => (typeof field === 'string' ? field.replaceAll(fieldSeparator, ' ') : (field ?? '')))
    .join(fieldSeparator);
}

export function parseContext(text: string): ViewContext {
  const [host, status, utmSource, utmMedium, utmCampaign, event] = text
    .split(fieldSeparator)
    .map((field) => (field === '' ? undefined : field));
  return { host, status: status === undefined ? undefined : Number(status), utmSource, utmMedium, utmCampaign, event };
}

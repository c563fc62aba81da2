import type { Step } from './step.ts';

/** What the source says counts; else the address does, before it is forgotten. Only for views that are kept. */
export const putCountry: Step = (draft, { settings, countryOf }) => {
  const { hit, address } = draft;
  const reported = hit.country !== undefined && isCountry(hit.country) ? hit.country : undefined;
  draft.country = reported ?? (settings.countries && address !== undefined ? countryOf(address) : undefined);
  return undefined;
};

/** Such as `DE`. */
function isCountry(text: string): boolean {
  return text.length === 2 && isUpper(text.charCodeAt(0)) && isUpper(text.charCodeAt(1));
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

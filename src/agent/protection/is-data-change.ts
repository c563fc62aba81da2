import { addsNothingActive } from './active-parts.ts';
import { addsOnly, isRedirectWithinHost } from './data-names.ts';
import type { DataForm } from './file-rules.ts';
import { isListOnly, isSameCode } from './same-code.ts';
import { isSameSettings } from './same-settings.ts';

/** The text of one file before and after; undefined where there is none. */
export interface TextChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Whether a change of a file touches only what may change in it. */
export function isDataChange({ before, after }: TextChange, form: DataForm): boolean {
  if (form === 'markup') return addsNothingActive(before ?? '', after ?? '');
  if (form === 'redirects') {
    const [lines, laterLines] = [before, after].map((text = '') => text.split(/\r\n|[\n\r]/));
    return addsOnly(isRedirectWithinHost, lines ?? [], laterLines ?? []);
  }
  if (form === 'list-module') {
    // A new one may be written and a plain one removed.
    if (before === undefined || after === undefined) return isListOnly(before ?? after ?? '');
    return isSameCode(before, after, { isList: true });
  }
  if (before === undefined || after === undefined) return false;
  return form === 'module' ? isSameCode(before, after, { isList: false }) : isSameSettings(before, after, form);
}

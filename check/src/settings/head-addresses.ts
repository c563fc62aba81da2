import { recordOf, textOf } from './narrow.ts';
import { asWritten, type SettingsAddress } from './settings-links.ts';

/** Files from the top of the host that tags name which settings put into the head of every page. */
export function addressesInHead(attributesOfTags: readonly unknown[]): readonly SettingsAddress[] {
  return attributesOfTags.flatMap((attributes) => {
    const { href, src, content } = recordOf(attributes);
    return [href, src, content].flatMap((value) => {
      const url = textOf(value);
      return url !== undefined && /^\/(?!\/)[^?#\s]*\.\w+$/u.test(url) ? [asWritten('file', url)] : [];
    });
  });
}

import type { PageFacts } from '../../page/page-facts.ts';
import type { NamedComponents } from '../../settings/named-components.ts';
import type { SettingsPlaces } from '../../settings/settings-places.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { AddressEnds } from '../../site/site.ts';
import type { ModuleLink } from './links-of-modules.ts';
import type { OtherPlugins } from './quiet-plugins.ts';
import type { DocusaurusSettings } from './settings.ts';
import type { ThemeNames } from './theme-links.ts';
import type { DocsVersion } from './versions.ts';

export interface LoadedSidebars {
  readonly version: DocsVersion;
  readonly path: string | undefined;
  readonly text: string;
  readonly value: unknown;
  readonly complete: boolean;
}

export interface DocusaurusParts {
  readonly files: FileIndex;
  readonly root: string;
  readonly configPath: string;
  readonly configText: string;
  readonly settings: DocusaurusSettings;
  readonly otherPlugins: OtherPlugins;
  /** Folders in which other repositories lie. */
  readonly submodules: readonly string[];
  readonly versions: readonly DocsVersion[];
  readonly sidebars: readonly LoadedSidebars[];
  /** Routes of the lists that Docusaurus makes of folders. */
  readonly categories: readonly string[];
  /** False for a version without lists of categories whose addresses Docusaurus names itself. */
  readonly mayHaveLists: (version: DocsVersion) => boolean;
  readonly themed: NamedComponents;
  readonly theme: ThemeNames;
  readonly moduleLinks: readonly ModuleLink[];
  /** True where elements of HTML on pages are no components of the theme, which would put the base before addresses. */
  readonly leavesHtml: boolean;
  readonly addressEnds: AddressEnds | undefined;
  readonly places: () => SettingsPlaces;
  readonly pages: ReadonlyMap<string, PageFacts>;
}

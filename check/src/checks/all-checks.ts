import { addressSlips } from './address-slips.ts';
import { baseLeftOut } from './base-left-out.ts';
import { baseTwice } from './base-twice.ts';
import { brokenLinks, settingsLinks } from './broken-links.ts';
import type { PageCheck, SiteCheck } from './check-context.ts';
import { unknownComponents } from './components.ts';
import { endingsLeftOut } from './endings-left-out.ts';
import { filesOfHtml } from './files-of-html.ts';
import { folderLinks } from './folder-links.ts';
import { frontmatterFields } from './frontmatter.ts';
import { duplicateAnchors, skippedHeadings } from './headings.ts';
import { handlesAsAddresses } from './handles-as-addresses.ts';
import { hostsWithoutEnding } from './hosts-without-ending.ts';
import { hostsAlone } from './hosts-alone.ts';
import { brokenImports } from './imports.ts';
import { linksOfHtml } from './links-of-html.ts';
import { looseAddresses } from './loose-addresses.ts';
import { navigation, unreachablePages } from './navigation.ts';
import { anchorsOfParts } from './anchors-of-parts.ts';
import { openapiFiles, openapiNavigation, openapiPages } from './openapi.ts';
import { redirects } from './redirects.ts';
import { slashOfPage } from './slash-of-page.ts';
import { sourceEndings } from './source-endings.ts';
import { sourcesLeft } from './sources-left.ts';
import { strayFiles } from './stray-files.ts';
import { unusualAnchors } from './unusual-anchors.ts';
import { unusualLinks } from './unusual-links.ts';

export const pageChecks: readonly PageCheck[] = [
  brokenLinks,
  addressSlips,
  handlesAsAddresses,
  brokenImports,
  unknownComponents,
  duplicateAnchors,
  skippedHeadings,
  frontmatterFields,
  openapiPages,
];

export const siteChecks: readonly SiteCheck[] = [
  navigation,
  settingsLinks,
  unreachablePages,
  redirects,
  openapiFiles,
  openapiNavigation,
  linksOfHtml,
  unusualLinks,
  unusualAnchors,
  anchorsOfParts,
  looseAddresses,
  sourceEndings,
  endingsLeftOut,
  sourcesLeft,
  filesOfHtml,
  slashOfPage,
  baseLeftOut,
  baseTwice,
  folderLinks,
  strayFiles,
  hostsWithoutEnding,
  hostsAlone,
];

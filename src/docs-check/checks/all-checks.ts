import { brokenLinks } from './broken-links.ts';
import type { PageCheck, SiteCheck } from './check-context.ts';
import { unknownComponents } from './components.ts';
import { duplicateAnchors, skippedHeadings } from './headings.ts';
import { brokenImports } from './imports.ts';
import { navigation, unreachablePages } from './navigation.ts';
import { redirects } from './redirects.ts';

export const pageChecks: readonly PageCheck[] = [
  brokenLinks,
  brokenImports,
  unknownComponents,
  duplicateAnchors,
  skippedHeadings,
];

export const siteChecks: readonly SiteCheck[] = [navigation, unreachablePages, redirects];

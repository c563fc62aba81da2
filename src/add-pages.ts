import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { addDashboardFiles } from './dashboard-files/dashboard-files.ts';
import { addGuideRoutes } from './guide/guide-routes.ts';
import type { HttpApp } from './http/create-http-app.ts';
import { pathOf } from './http/public-path.ts';
import { loadErrorCatalogue } from './http/reference/error-catalogue.ts';
import { addReferenceRoutes } from './http/reference/reference-routes.ts';

/** The guide lies in it. */
export const docsFolder = join(import.meta.dirname, '..', 'docs');

/** What people read in a browser: the reference, the guide, and the dashboard, which answers what nobody else does. */
export function addPages(
  http: HttpApp,
  { dashboard, publicUrl }: { dashboard: Parameters<typeof addDashboardFiles>[1]; publicUrl: string },
): void {
  addReferenceRoutes(http, { version: packageFile.version, serverPath: pathOf(publicUrl) || '/', loadErrorCatalogue });
  addGuideRoutes(http, { folder: docsFolder });
  addDashboardFiles(http, dashboard);
}

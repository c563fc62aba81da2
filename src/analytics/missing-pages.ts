import type { VisitStore } from './visits/visit-store.ts';

/** Of a page that is not there: 404, and 410 for one that will not come back. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

/** Under which the requests for missing pages of a project are kept: beside its views, as if of another project. */
export function missingOf(projectId: string): string {
  return `${projectId}:missing`;
}

/** The project that is meant, by its id or that of its missing pages. */
export function projectOf(storedId: string): string {
  return storedId.replace(/:missing$/, '');
}

/** The same store, where whatever is done to views of a project is done to its missing pages as well; told is of its views. */
export function withMissingPages(store: VisitStore): VisitStore {
  return {
    ...store,
    async deleteProject(projectId) {
      await store.deleteProject(missingOf(projectId));
      await store.deleteProject(projectId);
    },
    async deletePath(projectId, path) {
      await store.deletePath(missingOf(projectId), path);
      return store.deletePath(projectId, path);
    },
    async deleteVisitor(projectId, visitor) {
      await store.deleteVisitor(missingOf(projectId), visitor);
      return store.deleteVisitor(projectId, visitor);
    },
    async deleteBefore(projectId, timestampMs) {
      await store.deleteBefore(missingOf(projectId), timestampMs);
      return store.deleteBefore(projectId, timestampMs);
    },
    hasBefore: async (projectId, timestampMs) =>
      (await store.hasBefore(projectId, timestampMs)) || store.hasBefore(missingOf(projectId), timestampMs),
    async names(projectId) {
      const [views, missing] = [await store.names(projectId), await store.names(missingOf(projectId))];
      return { visitors: [...views.visitors, ...missing.visitors], paths: [...views.paths, ...missing.paths] };
    },
    projects: async () => [...new Set((await store.projects()).map(projectOf))],
    async reclassify(projectId, classify) {
      await store.reclassify(missingOf(projectId), classify);
      return store.reclassify(projectId, classify);
    },
    async verify(projectId, onProgress) {
      const missing = await store.verify(missingOf(projectId));
      const report = await store.verify(projectId, onProgress);
      return {
        ...report,
        ok: report.ok && missing.ok,
        compared: report.compared + missing.compared,
        differences: [...report.differences, ...missing.differences.map((text) => `missing pages: ${text}`)],
      };
    },
    async findDamage(projectId) {
      return [...(await store.findDamage(projectId)), ...(await store.findDamage(missingOf(projectId)))];
    },
    async dropDamaged(projectId) {
      return [...(await store.dropDamaged(projectId)), ...(await store.dropDamaged(missingOf(projectId)))];
    },
  };
}

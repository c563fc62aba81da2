import type { View } from './view.ts';

/** Throws RangeError for a view that no caller may send: a visitor id of another length, a time that is no number. */
export function checkViews(views: readonly View[]): void {
  views.forEach((view, index) => {
    if (view.visitor.length !== 16) throw new RangeError(`views[${index}].visitor must be 16 bytes`);
    if (!Number.isFinite(view.timestampMs)) throw new RangeError(`views[${index}].timestampMs must be a number`);
  });
}

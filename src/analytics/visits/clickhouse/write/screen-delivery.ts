import type { ScreenViews } from '../../../erasures.ts';
import { bytesOfUuid, columnsOfRest, type Delivery, type ViewRow } from './delivery.ts';
import type { ScreenDelivery } from './spooled-writer.ts';

const [atPlace, visitorPlace] = [columnsOfRest.indexOf('at'), columnsOfRest.indexOf('visitor')];

/** Takes out of a delivery what was erased while it waited, and all of it where the project is gone. */
export function createScreenDelivery(screen: ScreenViews): ScreenDelivery {
  return async (delivery) => {
    const isErased = await screen(delivery.projectId, delivery.views.map(screenedOf));
    if (isErased === undefined) return undefined;
    const remaining: Delivery = {
      ...delivery,
      views: delivery.views.filter((view) => !isErased(screenedOf(view))),
    };
    return remaining.views.length + remaining.refusals.length > 0 ? remaining : undefined;
  };
}

function screenedOf({ path, rest }: ViewRow) {
  return { path, timestampMs: Number(rest[atPlace]), visitor: bytesOfUuid(String(rest[visitorPlace])) };
}
